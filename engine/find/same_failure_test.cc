#include "engine/find/same_failure.h"

#include <gtest/gtest.h>

namespace sleave {
namespace {

Frame frame(const std::string& function, std::uint32_t line) {
  Frame made;
  made.function = function;
  made.file = "/src/queue.cc";
  made.line = line;
  made.module = "queue";
  return made;
}

Finding assertion(const std::string& function, std::uint32_t line, const std::string& condition) {
  Finding finding;
  finding.kind = "assertion";
  finding.signature = "assertion:" + std::to_string(line);
  finding.message = "queue.cc:" + std::to_string(line) + ": void f(): Assertion `" + condition + "' failed";
  finding.stack = {frame(function, line)};
  return finding;
}

TEST(SameFailure, LinesMayMove) {
  const Finding before = assertion("push()", 12, "size < 4");
  EXPECT_TRUE(fails_alike(before, before));
  EXPECT_TRUE(fails_alike(before, assertion("push()", 20, "size < 4")));
  EXPECT_FALSE(fails_alike(before, assertion("pop()", 20, "size < 4")));
  EXPECT_FALSE(fails_alike(before, assertion("push()", 20, "head != nullptr")));
  EXPECT_TRUE(fails_alike(before, assertion("push()", 12, "renamed < 4"))) << "the signature is the same";
  EXPECT_EQ(failing_place(before), "queue.cc:12");
}

TEST(SameFailure, KindsDiffer) {
  const Finding before = assertion("push()", 12, "size < 4");
  Finding crash = before;
  crash.kind = "crash";
  EXPECT_FALSE(fails_alike(before, crash));
}

TEST(SameFailure, UnknownFunctionsAreNotAlike) {
  EXPECT_FALSE(fails_alike(assertion("", 12, "x"), assertion("", 13, "x")));
  Finding nowhere = assertion("push()", 12, "x");
  nowhere.stack.clear();
  Finding other = nowhere;
  other.signature = "other";
  EXPECT_FALSE(fails_alike(nowhere, other));
  EXPECT_EQ(failing_place(nowhere), "an unknown place");
}

TEST(SameFailure, ARaceHasTwoPlacesInAnyOrder) {
  Finding before;
  before.kind = "data_race";
  before.signature = "a";
  before.accesses.resize(2);
  before.accesses[0].stack = {frame("push()", 5)};
  before.accesses[1].stack = {frame("pop()", 9)};
  Finding now = before;
  now.signature = "b";
  std::swap(now.accesses[0], now.accesses[1]);
  EXPECT_TRUE(fails_alike(before, now));
  EXPECT_EQ(failing_place(before), "queue.cc:5 and queue.cc:9");
  now.accesses[0].stack = {frame("size()", 5)};
  EXPECT_FALSE(fails_alike(before, now));
}

}  // namespace
}  // namespace sleave
