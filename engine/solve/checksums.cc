#include "engine/solve/checksums.h"

#include <algorithm>

namespace sleave::solve {
namespace {

using expr::Expr;
using expr::Op;

// Fewer gates than a solver takes in within a few milliseconds are no reason to do anything else.
constexpr std::uint64_t kLeastGates = 500;
constexpr std::size_t kLeastBytes = 2;

}  // namespace

std::optional<Checksum> Checksums::checksum_of(Expr path_constraint) {
  const expr::Node& node = pool_.node(path_constraint);
  if (node.op != Op::equal) return std::nullopt;
  if (std::optional<Checksum> found = checksum_of(node.operands[0], node.operands[1])) return found;
  return checksum_of(node.operands[1], node.operands[0]);
}

// What is stored is a word of plain bytes, each once, none of which is part of the sum.
std::optional<Checksum> Checksums::checksum_of(Expr stored, Expr sum) {
  Checksum checksum{.sum = sum};
  std::vector<Expr> open{stored};
  while (!open.empty()) {
    const Expr next = open.back();
    open.pop_back();
    const expr::Node& node = pool_.node(next);
    if (node.op == Op::input) {
      checksum.bytes.push_back(node.detail);
    } else if (node.op == Op::concat) {
      open.push_back(node.operands[0]);
      open.push_back(node.operands[1]);
    } else {
      return std::nullopt;
    }
  }
  if (checksum.bytes.size() < kLeastBytes || inputs_.of(stored).size() != checksum.bytes.size()) return std::nullopt;
  const expr::Inputs::Set& summed = inputs_.of(sum);
  const auto is_summed = [&](std::uint32_t byte) { return std::binary_search(summed.begin(), summed.end(), byte); };
  if (summed.empty() || std::any_of(checksum.bytes.begin(), checksum.bytes.end(), is_summed)) return std::nullopt;
  size_.clear();
  size_.add(sum);
  if (size_.gates() < kLeastGates) return std::nullopt;
  return checksum;
}

bool Checksums::is_about_checksum(Expr path_constraint) {
  const expr::Node& node = pool_.node(path_constraint);
  return checksum_of(node.op == Op::bit_not ? node.operands[0] : path_constraint).has_value();
}

// Each round stores at least one more for good, unless they depend on each other in a circle.
bool Checksums::store(std::span<const Expr> path_constraints, std::vector<std::uint8_t>& input) {
  std::vector<Checksum> checksums;
  for (const Expr path_constraint : path_constraints) {
    if (std::optional<Checksum> checksum = checksum_of(path_constraint)) checksums.push_back(std::move(*checksum));
  }
  for (std::size_t round = 0; round < checksums.size(); ++round) {
    for (const Checksum& checksum : checksums) {
      evaluation_.set_input(input);
      expr::Word value = evaluation_.value(checksum.sum);
      for (const std::uint32_t byte : checksum.bytes) {
        if (byte >= input.size()) input.resize(byte + 1);
        input[byte] = static_cast<std::uint8_t>(value);
        value >>= 8;
      }
    }
  }
  evaluation_.set_input(input);
  return std::all_of(path_constraints.begin(), path_constraints.end(),
                     [&](Expr path_constraint) { return evaluation_.holds(path_constraint); });
}

}  // namespace sleave::solve
