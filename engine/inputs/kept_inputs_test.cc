#include "engine/inputs/kept_inputs.h"

#include <gtest/gtest.h>

#include <cstring>

namespace sleave {
namespace {

void add_input(Trace& trace, const char* text, const std::string& bytes) {
  sleave_trace_input input{};
  std::strncpy(input.text, text, sizeof input.text - 1);
  input.first = static_cast<std::uint32_t>(trace.input_bytes.size());
  input.bytes = static_cast<std::uint32_t>(bytes.size());
  trace.inputs.push_back(input);
  trace.input_bytes.insert(trace.input_bytes.end(), bytes.begin(), bytes.end());
}

Trace taking(const std::vector<std::uint8_t>& edges) {
  Trace trace;
  trace.edges = edges;
  return trace;
}

TEST(KeptInputs, EachValueOnceByName) {
  Trace trace = taking({1, 0});
  add_input(trace, "key", "ab");
  add_input(trace, "item", "ab");
  add_input(trace, "key", "cd");
  add_input(trace, "key", "ab");
  KeptInputs kept;
  keep_inputs(trace, kept);
  trace.edges = {1, 1};
  keep_inputs(trace, kept);
  EXPECT_EQ(kept.values, (std::map<std::string, std::vector<std::string>>{{"item", {"ab"}}, {"key", {"ab", "cd"}}}));
}

TEST(KeptInputs, NothingOfRunsThatTakeNoNewEdge) {
  KeptInputs kept;
  Trace first = taking({1, 0, 1});
  add_input(first, "key", "ab");
  keep_inputs(first, kept);
  Trace second = taking({0, 0, 1});
  add_input(second, "key", "cd");
  keep_inputs(second, kept);
  Trace third = taking({0, 0, 0, 1});
  add_input(third, "key", "ef");
  keep_inputs(third, kept);
  EXPECT_EQ(kept.values["key"], (std::vector<std::string>{"ab", "ef"}));
}

// A trace may be damaged.
TEST(KeptInputs, NothingBehindTheBytes) {
  Trace trace = taking({1, 1});
  add_input(trace, "key", "ab");
  trace.inputs[0].bytes = 3;
  KeptInputs kept;
  keep_inputs(trace, kept);
  kept.edges.clear();
  trace.inputs[0].bytes = 1;
  trace.inputs[0].first = 0xffffffff;
  keep_inputs(trace, kept);
  EXPECT_TRUE(kept.values.empty());
}

}  // namespace
}  // namespace sleave
