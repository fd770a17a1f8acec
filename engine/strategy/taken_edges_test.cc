#include "engine/strategy/taken_edges.h"

#include <gtest/gtest.h>

#include <cstring>
#include <initializer_list>
#include <string>

namespace sleave {
namespace {

using Edges = std::vector<std::uint32_t>;

// Of a program with two modules, of 3 and 5 edges, whose second one is loaded in some runs only.
Trace run(std::initializer_list<std::uint32_t> taken, bool loads_both = true) {
  Trace trace;
  trace.header.outcome = SLEAVE_OUTCOME_exited;
  trace.edges.resize(loads_both ? 8 : 3);
  for (const std::uint32_t edge : taken) trace.edges[edge] = 1;
  sleave_trace_module module{};
  std::strcpy(module.path, "/src/program");
  module.build_id[0] = 0xab;
  module.build_id_bytes = 1;
  module.edge_count = 3;
  trace.modules.push_back(module);
  if (!loads_both) return trace;
  sleave_trace_module second{};
  std::strcpy(second.path, "/src/library.so");
  second.first_edge = 3;
  second.edge_count = 5;
  trace.modules.push_back(second);
  return trace;
}

// abi/trace.h: of the main thread's first input with this text.
std::uint64_t name_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (std::size_t i = 0; i < text.size() + 1 + 4; ++i)
    hash = (hash ^ static_cast<unsigned char>(i < text.size() ? text[i] : 0)) * 0x100000001b3;
  return hash;
}

Trace with_input(Trace trace, const std::string& bytes) {
  const auto add = [&trace](const std::string& text, const std::string& content) {
    sleave_trace_input input{};
    input.name = name_of(text);
    input.first = static_cast<std::uint32_t>(trace.input_bytes.size());
    input.bytes = static_cast<std::uint32_t>(content.size());
    trace.inputs.push_back(input);
    trace.input_bytes.insert(trace.input_bytes.end(), content.begin(), content.end());
  };
  add("size", std::string(1, static_cast<char>(bytes.size())));
  add("data", bytes);
  return trace;
}

TEST(TakenEdges, EachIsReportedOnce) {
  TakenEdges taken;
  taken.add(run({0, 4}));
  taken.add(run({4, 5}));
  const EdgeNews news = taken.take();
  EXPECT_EQ(news.edges, (Edges{0, 4, 5}));
  ASSERT_EQ(news.modules.size(), 2u);
  EXPECT_EQ(news.modules[0].path, "/src/program");
  EXPECT_EQ(news.modules[0].build_id, "ab");
  EXPECT_EQ(news.modules[1].build_id, "");
  EXPECT_EQ(news.modules[1].first, 3u);
  taken.add(run({0, 5}));
  EXPECT_TRUE(taken.take().edges.empty());
  taken.clear();
  taken.add(run({0}));
  EXPECT_EQ(taken.take().edges, Edges{0}) << "what was reported before may be lost";
}

TEST(TakenEdges, OfAModuleThatIsLoadedLater) {
  TakenEdges taken;
  taken.add(run({1}, false));
  EXPECT_EQ(taken.take().modules.size(), 1u);
  taken.add(run({1, 7}));
  taken.add(run({2}, false));
  const EdgeNews news = taken.take();
  EXPECT_EQ(news.edges, (Edges{7, 2}));
  EXPECT_EQ(news.modules.size(), 2u);
}

TEST(TakenEdges, OfARunThatWasLostThereAreNone) {
  TakenEdges taken;
  Trace lost = run({1});
  for (const std::uint32_t outcome : {SLEAVE_OUTCOME_damaged, SLEAVE_OUTCOME_refused}) {
    lost.header.outcome = outcome;
    taken.add(lost);
  }
  Trace unrecorded = run({});
  unrecorded.edges.clear();
  taken.add(unrecorded);
  EXPECT_TRUE(taken.take().edges.empty());
}

TEST(TakenEdges, InputsAreThoseOfRunsThatTookNewOnes) {
  TakenEdges taken;
  taken.add(with_input(run({0, 1}), "first"));
  taken.add(with_input(run({1}), "nothing new"));
  taken.add(with_input(run({1, 2}), "second"));
  Trace excluded = with_input(run({3}), "not an input of the program");
  excluded.header.outcome = SLEAVE_OUTCOME_excluded;
  taken.add(excluded);
  taken.add(run({4}));  // asks for none
  const EdgeNews news = taken.take();
  EXPECT_EQ(news.edges, (Edges{0, 1, 2, 3, 4}));
  ASSERT_EQ(news.inputs.size(), 2u);
  EXPECT_EQ(news.inputs[0].bytes, "first");
  EXPECT_EQ(news.inputs[0].edges, (Edges{0, 1}));
  EXPECT_EQ(news.inputs[1].bytes, "second");
  EXPECT_EQ(news.inputs[1].edges, Edges{2});
}

// The runs of an item count when the item is done, and another one may have been faster.
TEST(TakenEdges, OfAnItem) {
  TakenEdges all, item, other;
  item.add(with_input(run({0, 1}), "a"));
  item.add(with_input(run({2}), "b"));
  other.add(with_input(run({1, 2, 5}), "c"));
  all.add(other);
  all.add(item);
  const EdgeNews news = all.take();
  EXPECT_EQ(news.edges, (Edges{1, 2, 5, 0}));
  ASSERT_EQ(news.inputs.size(), 2u);
  EXPECT_EQ(news.inputs[0].bytes, "c");
  EXPECT_EQ(news.inputs[1].bytes, "a");
  EXPECT_EQ(news.inputs[1].edges, Edges{0});
  EXPECT_EQ(news.modules.size(), 2u);
  all.add(item);
  EXPECT_TRUE(all.take().edges.empty());
}

}  // namespace
}  // namespace sleave
