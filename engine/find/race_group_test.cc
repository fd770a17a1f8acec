#include "engine/find/race_group.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace sleave {
namespace {

Finding race_on(const std::string& name, std::vector<FindingObject> objects = {}) {
  Finding finding;
  finding.kind = "data_race";
  finding.accesses.resize(2);
  for (FindingAccess& access : finding.accesses) access.object = name;
  finding.objects = std::move(objects);
  return finding;
}

FindingObject block(const std::string& label, std::uint32_t line) {
  Frame frame;
  frame.file = "queue.cc";
  frame.line = line;
  return {
      .label = label, .category = "heap block", .place = "heap block #1 of main of size 48", .allocated_at = {frame}};
}

TEST(RaceGroup, MembersAndElementsOfOneVariable) {
  EXPECT_EQ(race_group(race_on("queue.head")), race_group(race_on("queue.items[3].key")));
  EXPECT_NE(race_group(race_on("queue.head")), race_group(race_on("stack.head")));
  EXPECT_NE(race_group(race_on("queue")), "");
}

TEST(RaceGroup, LocalVariablesOfOneName) {
  const FindingObject first{.label = "queue", .category = "variable", .place = "local 'queue' of main() of size 48"};
  const FindingObject second{.label = "queue", .category = "variable", .place = "local 'queue' of run() of size 48"};
  EXPECT_EQ(race_group(race_on("queue.head", {first})), race_group(race_on("queue.tail", {first})));
  EXPECT_NE(race_group(race_on("queue.head", {first})), race_group(race_on("queue.head", {second})));
}

TEST(RaceGroup, HeapBlocksOfOnePlace) {
  EXPECT_EQ(race_group(race_on("H1+16", {block("H1", 7)})), race_group(race_on("H2", {block("H2", 7)})));
  EXPECT_NE(race_group(race_on("H1", {block("H1", 7)})), race_group(race_on("H1", {block("H1", 8)})));
}

TEST(RaceGroup, NothingIsKnown) {
  EXPECT_EQ(race_group({}), "");
  EXPECT_EQ(race_group(race_on("V1", {{.label = "V1", .category = "variable", .place = "on the stack of T1"}})), "");
  EXPECT_EQ(race_group(race_on("X1", {{.label = "X1", .category = "data", .place = "address 0x10"}})), "");
  EXPECT_EQ(race_group(race_on("H1", {{.label = "H1", .category = "heap block", .place = "heap of T1"}})), "");
}

}  // namespace
}  // namespace sleave
