#include "engine/base/bug.h"

#include <gtest/gtest.h>

#include <cassert>
#include <new>
#include <stdexcept>
#include <thread>
#include <tuple>

#include "engine/base/result.h"

namespace sleave {
namespace {

using testing::ExitedWithCode;

const Result<int>& failed() {
  static const Result<int> result(Error{Tier::usage, "no such thing"});
  return result;
}

// The first line names the misuse, the last ones the callers.
TEST(BugDeathTest, MisuseOfAResultIsReported) {
  const char* value = "bug in Sleave, please report.*holds an error: no such thing(.|\n)*called from:\n.*\\[0x";
  EXPECT_EXIT(std::ignore = failed().value(), ExitedWithCode(70), value);
  EXPECT_EXIT(std::ignore = *failed(), ExitedWithCode(70), value);
  EXPECT_EXIT(std::ignore = Result<int>(1).error(), ExitedWithCode(70), "error\\(\\) of a Result that holds a value");
}

TEST(BugDeathTest, MisuseInAnotherThreadIsReported) {
  EXPECT_EXIT(std::thread([] { std::ignore = failed().value(); }).join(), ExitedWithCode(70), "no such thing");
}

[[noreturn]] void throw_in_a_thread(const std::exception_ptr& what) {
  report_bugs("1.2.3");
  std::thread([&] { std::rethrow_exception(what); }).join();
  std::exit(0);
}

TEST(BugDeathTest, WhatEndsAProcessIsReported) {
  const auto aborting = [] {
    report_bugs("1.2.3");
    const bool expected = false;
    assert(expected);
  };
  EXPECT_EXIT(aborting(), ExitedWithCode(70), "Assertion `expected' failed(.|\n)*please report(.|\n)*sleave 1.2.3");
  EXPECT_EXIT(throw_in_a_thread(std::make_exception_ptr(std::out_of_range("index 7"))), ExitedWithCode(70),
              "please report.*index 7");
  EXPECT_EXIT(throw_in_a_thread(std::make_exception_ptr(std::bad_alloc())), ExitedWithCode(3), "out of memory");
}

}  // namespace
}  // namespace sleave
