#include "tests/farm/tree/tree.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

namespace sleave::tree {
namespace {

constexpr double kMeanChildren = 4;
constexpr std::uint32_t kMostChildren = 100;

using Digest = std::array<std::uint8_t, 20>;

void put(std::uint32_t value, std::uint8_t* to) {
  for (int i = 0; i < 4; ++i) to[i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
}

std::uint32_t get(const std::uint8_t* from) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) value = value << 8 | from[i];
  return value;
}

// SHA-1 (FIPS 180-4) of a message that fits into one block of 64 bytes with its padding.
Digest sha1(std::span<const std::uint8_t> message) {
  std::array<std::uint8_t, 64> block{};
  std::copy(message.begin(), message.end(), block.begin());
  block[message.size()] = 0x80;
  put(static_cast<std::uint32_t>(message.size() * 8), &block[60]);

  std::array<std::uint32_t, 80> words{};
  for (std::size_t i = 0; i < 16; ++i) words[i] = get(&block[4 * i]);
  for (std::size_t i = 16; i < 80; ++i)
    words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);

  constexpr std::array<std::uint32_t, 5> kBegin = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  auto [a, b, c, d, e] = kBegin;
  for (std::size_t i = 0; i < 80; ++i) {
    std::uint32_t mixed = 0;
    if (i < 20) {
      mixed = ((b & c) | (~b & d)) + 0x5a827999;
    } else if (i < 40) {
      mixed = (b ^ c ^ d) + 0x6ed9eba1;
    } else if (i < 60) {
      mixed = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
    } else {
      mixed = (b ^ c ^ d) + 0xca62c1d6;
    }
    const std::uint32_t next = std::rotl(a, 5) + mixed + e + words[i];
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  }
  Digest digest{};
  const std::array<std::uint32_t, 5> end = {a, b, c, d, e};
  for (std::size_t i = 0; i < 5; ++i) put(kBegin[i] + end[i], &digest[4 * i]);
  return digest;
}

}  // namespace

std::optional<Shape> shape_of(const std::string& name) {
  if (name == "T1") return Shape{19, 10, 4'130'071, 3'305'118};
  if (name == "T1L") return Shape{29, 13, 102'181'082, 81'746'377};
  return std::nullopt;
}

Node root(const Shape& shape) {
  std::array<std::uint8_t, 20> message{};
  put(shape.seed, &message[16]);
  return {sha1(message), 0};
}

std::uint32_t number_of_children(const Shape& shape, const Node& node) {
  if (node.depth >= shape.levels) return 0;
  const double chance = static_cast<double>(get(&node.state[16]) & 0x7fffffff) / 2147483648.0;
  const double drawn = std::floor(std::log(1 - chance) / std::log(1 - 1 / (1 + kMeanChildren)));
  return std::min(static_cast<std::uint32_t>(drawn), kMostChildren);
}

Node child(const Node& parent, std::uint32_t number) {
  std::array<std::uint8_t, 24> message{};
  std::copy(parent.state.begin(), parent.state.end(), message.begin());
  put(number, &message[20]);
  return {sha1(message), static_cast<std::uint8_t>(parent.depth + 1)};
}

std::vector<std::uint8_t> bytes_of(const Node& node) {
  std::vector<std::uint8_t> bytes(node.state.begin(), node.state.end());
  bytes.push_back(node.depth);
  return bytes;
}

std::optional<Node> node_of(std::span<const std::uint8_t> bytes) {
  Node node;
  if (bytes.size() != node.state.size() + 1) return std::nullopt;
  std::copy_n(bytes.begin(), node.state.size(), node.state.begin());
  node.depth = bytes.back();
  return node;
}

}  // namespace sleave::tree
