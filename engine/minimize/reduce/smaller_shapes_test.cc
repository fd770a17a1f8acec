// Random heaps of nodes with two links, to depth 3, in the encoding of include/sleave/shape/pool.h.
#include "engine/minimize/reduce/smaller_shapes.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "abi/inputs/shape_link.h"
#include "engine/base/rng.h"
#include "engine/base/test_size.h"
#include "engine/expr/traced_test.h"
#include "engine/minimize/reduce/size.h"

namespace sleave {
namespace {

constexpr unsigned kNodes = 7;
constexpr unsigned kLinks = 1 + 2 * kNodes;  // the root, and two of each node
constexpr unsigned kInner = 3;               // nodes above the depth limit

using Bytes = std::vector<std::uint8_t>;  // of the links in order of their paths, then a key of each node

struct Heap {
  unsigned root = 0;
  std::array<std::array<unsigned, 2>, kNodes + 1> links{};
};

unsigned own_of(unsigned link) { return link <= 2 * kInner ? link + 1 : 0; }

std::string path_of(unsigned link) {
  if (link == 0) return "t";
  return path_of((link - 1) / 2) + (link % 2 == 1 ? "->l" : "->r");
}

// None: an alias names a node that does not exist.
std::optional<Heap> heap_of(const Bytes& bytes) {
  Heap heap;
  const auto is_born = [&](unsigned node) {
    for (unsigned link = node - 1;; link = (link - 1) / 2) {
      if (bytes[link] != SLEAVE_LINK_NEW) return false;
      if (link == 0) return true;
    }
  };
  for (unsigned link = 0; link < kLinks; ++link) {
    const unsigned own = own_of(link);
    const unsigned last = own != 0 ? own - 1 : kNodes;
    unsigned held = bytes[link];
    if (own != 0 && held != 0) held = held == SLEAVE_LINK_NEW ? own : held - 1u;
    if (held > std::max(last, own)) return std::nullopt;
    const unsigned parent = link == 0 ? 0 : (link - 1) / 2 + 1;
    if (parent != 0 && !is_born(parent)) continue;
    if (held != 0 && !is_born(held)) return std::nullopt;
    (link == 0 ? heap.root : heap.links[parent][(link - 1) % 2]) = held;
  }
  return heap;
}

expr::Traced traced_of(const Bytes& bytes, Plan& plan) {
  expr::Traced traced;
  for (unsigned link = 0; link < kLinks; ++link) {
    traced.input(link + 1, path_of(link), {bytes[link]});
    traced.trace.inputs.back().base =
        static_cast<std::int64_t>(std::uint64_t{SLEAVE_LINK_MARK} << 48 | SLEAVE_LINK_ALIASES | own_of(link));
    plan.inputs.push_back({link + 1, {static_cast<std::byte>(bytes[link])}});
  }
  for (unsigned node = 0; node < kNodes; ++node) {
    traced.input(100 + node, path_of(node) + "->key", {bytes[kLinks + node]});
    plan.inputs.push_back({100 + node, {static_cast<std::byte>(bytes[kLinks + node])}});
  }
  return traced;
}

Bytes bytes_of(const Plan& plan) {
  Bytes bytes;
  for (const Plan::Input& input : plan.inputs) bytes.push_back(std::to_integer<std::uint8_t>(input.bytes[0]));
  return bytes;
}

std::pair<std::uint64_t, std::uint64_t> size_of_heap(const Bytes& bytes) {
  Plan plan;
  const expr::Traced traced = traced_of(bytes, plan);
  const RunSize size = size_of(traced.trace);
  return {size.aliases, size.nodes};
}

std::optional<Bytes> random_heap(Rng& rng) {
  Bytes bytes(kLinks + kNodes);
  for (unsigned link = 0; link < kLinks; ++link) {
    const unsigned own = own_of(link);
    bytes[link] = rng.below(3) != 0 ? (own != 0 ? 1 : 0) : static_cast<std::uint8_t>(rng.below(own != 0 ? own + 1 : 8));
  }
  for (unsigned node = 0; node < kNodes; ++node) bytes[kLinks + node] = static_cast<std::uint8_t>(10 + node);
  if (!heap_of(bytes)) return std::nullopt;
  return bytes;
}

using Fails = std::function<bool(const Heap&, const Bytes&)>;

bool reaches(const Heap& heap, unsigned from, unsigned to, unsigned steps) {
  if (from == 0 || steps > kNodes) return false;
  if (from == to && steps > 0) return true;
  return reaches(heap, heap.links[from][0], to, steps + 1) || reaches(heap, heap.links[from][1], to, steps + 1);
}

Bytes reduced(Bytes bytes, const Fails& fails) {
  for (bool improved = true; improved;) {
    improved = false;
    Plan plan;
    const expr::Traced traced = traced_of(bytes, plan);
    for (const Plan& smaller : smaller_shapes(traced.trace, plan)) {
      const Bytes next = bytes_of(smaller);
      const std::optional<Heap> heap = heap_of(next);
      if (!heap || size_of_heap(next) >= size_of_heap(bytes) || !fails(*heap, next)) continue;
      bytes = next;
      improved = true;
      break;
    }
  }
  return bytes;
}

// Most changes keep the encoding's rules: aliases go with the nodes that they name, or move along with them.
TEST(SmallerShapes, AreHeapsWithLess) {
  Rng rng(1);
  std::uint64_t valid = 0;
  std::uint64_t all = 0;
  for (unsigned i = 0; i < test_size(300, 20'000); ++i) {
    const std::optional<Bytes> bytes = random_heap(rng);
    if (!bytes) continue;
    Plan plan;
    const expr::Traced traced = traced_of(*bytes, plan);
    const auto [aliases, nodes] = size_of_heap(*bytes);
    for (const Plan& smaller : smaller_shapes(traced.trace, plan)) {
      ++all;
      if (!heap_of(bytes_of(smaller))) continue;
      ++valid;
      const auto [fewer_aliases, fewer_nodes] = size_of_heap(bytes_of(smaller));
      EXPECT_TRUE(fewer_aliases < aliases || fewer_nodes < nodes);
    }
  }
  EXPECT_GT(all, 1'000u);
  EXPECT_GT(10 * valid, 7 * all);
}

// Aliases and nodes of the smallest heap with the property, which follow from the property.
TEST(SmallerShapes, LeadToTheSmallest) {
  const std::vector<std::tuple<const char*, Fails, std::uint64_t, std::uint64_t>> cases = {
      {"a node", [](const Heap& heap, const Bytes&) { return heap.root != 0; }, 0, 1},
      {"a node with a left one",
       [](const Heap& heap, const Bytes&) { return heap.root != 0 && heap.links[heap.root][0] != 0; }, 0, 2},
      {"a circle", [](const Heap& heap, const Bytes&) { return reaches(heap, heap.root, heap.root, 0); }, 1, 1},
      {"one node on both sides",
       [](const Heap& heap, const Bytes&) {
         return heap.root != 0 && heap.links[heap.root][0] != 0 && heap.links[heap.root][0] == heap.links[heap.root][1];
       },
       2, 1},
  };
  for (const auto& [what, fails, aliases, nodes] : cases) {
    Rng rng(2);
    for (unsigned i = 0; i < test_size(300, 5'000); ++i) {
      const std::optional<Bytes> bytes = random_heap(rng);
      if (!bytes || !fails(*heap_of(*bytes), *bytes)) continue;
      const auto [left_aliases, left_nodes] = size_of_heap(reduced(*bytes, fails));
      EXPECT_LE(left_aliases, aliases) << what;
      EXPECT_LE(left_aliases == aliases ? left_nodes : 0, nodes) << what;
    }
  }
}

// A node with a certain key stays, and moves up to the root.
TEST(SmallerShapes, ValuesMoveWithTheirNode) {
  Rng rng(3);
  const Fails has_key = [](const Heap& heap, const Bytes& bytes) {
    for (unsigned node = 1; node <= kNodes; ++node) {
      const bool exists = node == heap.root || reaches(heap, heap.root, node, 0);
      if (exists && bytes[kLinks + node - 1] == 14) return true;
    }
    return false;
  };
  for (unsigned i = 0; i < test_size(300, 5'000); ++i) {
    const std::optional<Bytes> bytes = random_heap(rng);
    if (!bytes || !has_key(*heap_of(*bytes), *bytes)) continue;
    const Bytes left = reduced(*bytes, has_key);
    EXPECT_EQ(size_of_heap(left), std::make_pair(std::uint64_t{0}, std::uint64_t{1}));
    EXPECT_EQ(left[kLinks], 14);
  }
}

}  // namespace
}  // namespace sleave
