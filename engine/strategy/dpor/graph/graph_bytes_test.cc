#include "engine/strategy/dpor/graph/graph_bytes.h"

#include <gtest/gtest.h>

#include "engine/strategy/dpor/graph/extension.h"
#include "engine/strategy/dpor/graph/sequential.h"

namespace sleave::graph {
namespace {

const SequentialConsistency kModel;
const Symmetry kNoSymmetry;

// Graphs that a short run leads to, with revisits and updates among them.
std::vector<Graph> sample_graphs() {
  WorkItems items;
  Extension extension({}, {}, {.model = kModel, .further = items, .symmetry = kNoSymmetry});
  const auto step = [](Step::Kind kind, std::uint32_t thread) {
    Step made;
    made.kind = kind;
    made.thread = thread;
    made.location = 7;
    return made;
  };
  Step create = step(Step::Kind::create, 0);
  create.other = 1;
  EXPECT_TRUE(extension.add(create));
  EXPECT_TRUE(extension.add(step(Step::Kind::read, 0)));
  Step add = step(Step::Kind::update, 0);
  add.operation = {Op::add, 4, 3, 0};
  EXPECT_TRUE(extension.add(add));
  Step write = step(Step::Kind::write, 1);
  write.written = ~std::uint64_t{0};
  EXPECT_TRUE(extension.add(write));
  EXPECT_TRUE(extension.add(step(Step::Kind::read, 1)));
  std::vector<Graph> graphs;
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::optional<Graph> graph = graph_from_bytes(items[i], 2);
    EventIds order;
    EXPECT_TRUE(graph && kModel.linearize(*graph, order));
    graph->renew_clocks(order);
    graphs.push_back(std::move(*graph));
  }
  graphs.push_back(extension.graph());
  return graphs;
}

RecycledVector<std::uint8_t> bytes_of(const Graph& graph) {
  RecycledVector<std::uint8_t> bytes;
  append_bytes(graph, bytes);
  return bytes;
}

TEST(GraphBytes, ReadsWhatItWrote) {
  const std::vector<Graph> graphs = sample_graphs();
  ASSERT_GE(graphs.size(), 3u);
  for (const Graph& graph : graphs) {
    std::optional<Graph> read = graph_from_bytes(bytes_of(graph), 2);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(bytes_of(*read), bytes_of(graph));
    EventIds order;
    ASSERT_TRUE(kModel.linearize(*read, order));
    read->renew_clocks(order);
    for (EventId a = 0; a < graph.size(); ++a) {
      for (EventId b = 0; b < graph.size(); ++b) EXPECT_EQ(read->in_prefix(a, b), graph.in_prefix(a, b));
    }
  }
}

TEST(GraphBytes, RefusesWhatIsNoGraph) {
  const RecycledVector<std::uint8_t> good = bytes_of(sample_graphs().back());
  EXPECT_FALSE(graph_from_bytes(good, 1).has_value()) << "a thread too many";
  RecycledVector<std::uint8_t> longer = good;
  longer.push_back(0);
  EXPECT_FALSE(graph_from_bytes(longer, 2).has_value());
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_FALSE(graph_from_bytes(std::span(good).first(length), 2).has_value()) << "cut off at " << length;
  }
}

TEST(GraphBytes, SurvivesAnyChangeOfAByte) {
  const RecycledVector<std::uint8_t> good = bytes_of(sample_graphs().back());
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (unsigned value = 0; value < 256; ++value) {
      RecycledVector<std::uint8_t> changed = good;
      changed[at] = static_cast<std::uint8_t>(value);
      const std::optional<Graph> read = graph_from_bytes(changed, 2);
      EventIds order;
      if (read) kModel.linearize(*read, order);
    }
  }
}

}  // namespace
}  // namespace sleave::graph
