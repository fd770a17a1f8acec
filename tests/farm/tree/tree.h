// Trees of the benchmark "Unbalanced Tree Search": how many children a node has is drawn from SHA-1 of its path, so the
// tree is the same everywhere, its size is published, and nobody can tell from a node how much is below it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sleave::tree {

struct Shape {
  std::uint32_t seed = 0;
  std::uint32_t levels = 0;  // nodes at this depth have no children
  // As published.
  std::uint64_t nodes = 0;
  std::uint64_t leaves = 0;
};

// "T1" or "T1L": geometric trees with 4 children on average.
std::optional<Shape> shape_of(const std::string& name);

struct Node {
  std::array<std::uint8_t, 20> state{};
  std::uint8_t depth = 0;
};

Node root(const Shape& shape);
std::uint32_t number_of_children(const Shape& shape, const Node& node);
Node child(const Node& parent, std::uint32_t number);

std::vector<std::uint8_t> bytes_of(const Node& node);
std::optional<Node> node_of(std::span<const std::uint8_t> bytes);

}  // namespace sleave::tree
