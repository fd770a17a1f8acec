#include "engine/explore/graph/graph_json.h"

#include <gtest/gtest.h>

#include "engine/explore/graph/extension.h"
#include "engine/explore/graph/sequential.h"

namespace sleave::graph {
namespace {

// Graphs that a short run leads to, with revisits and updates among them.
std::vector<Graph> sample_graphs() {
  std::vector<Graph> graphs;
  const SequentialConsistency model;
  Extension extension({}, model, graphs);
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
  write.written = 9;
  EXPECT_TRUE(extension.add(write));
  EXPECT_TRUE(extension.add(step(Step::Kind::read, 1)));
  graphs.push_back(extension.graph());
  return graphs;
}

TEST(GraphJson, ReadsWhatItWrote) {
  const std::vector<Graph> graphs = sample_graphs();
  ASSERT_GE(graphs.size(), 3u);
  for (const Graph& graph : graphs) {
    const std::optional<Graph> read = graph_from_json(to_json(graph), 2);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(to_json(*read), to_json(graph));
    for (EventId a = 0; a < graph.size(); ++a) {
      for (EventId b = 0; b < graph.size(); ++b) EXPECT_EQ(read->in_prefix(a, b), graph.in_prefix(a, b));
    }
  }
}

TEST(GraphJson, RefusesWhatIsNoGraph) {
  const nlohmann::json good = to_json(sample_graphs().back());
  EXPECT_FALSE(graph_from_json(good, 1).has_value()) << "a thread too many";
  EXPECT_FALSE(graph_from_json("no graph", 2).has_value());
  for (std::size_t event = 0; event < good["events"].size(); ++event) {
    for (std::size_t field = 0; field < good["events"][event].size(); ++field) {
      nlohmann::json bad = good;
      bad["events"][event][field] = 1'000'000;
      graph_from_json(bad, 2);  // whatever it says, it survives
      bad["events"][event].erase(field);
      EXPECT_FALSE(graph_from_json(bad, 2).has_value());
    }
  }
  nlohmann::json bad = good;
  bad["locations"][0][2].push_back(0);
  EXPECT_FALSE(graph_from_json(bad, 2).has_value()) << "an event that is no write";
  bad = good;
  bad["locations"][0][2].erase(0);
  EXPECT_FALSE(graph_from_json(bad, 2).has_value()) << "a write that has no place";
}

}  // namespace
}  // namespace sleave::graph
