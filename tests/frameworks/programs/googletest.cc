// Test cases of GoogleTest, most of which fail in some interleaving, at the lines marked with their names.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "counter.h"

namespace {

int sum_of(int a, int b) { return a + b; }

}  // namespace

TEST(Counter, Expects) {
  EXPECT_EQ(add_from_two_threads(), sum_of(1, 1)) << "an update\nwas lost";  // FAILS: Expects
}

TEST(Counter, Asserts) {
  total = 0;
  std::thread a(add);
  std::thread b(add);
  ASSERT_NE(total, 1);  // FAILS: Asserts
  a.join();
  b.join();
}

TEST(Counter, InThread) {
  total = 0;
  std::thread a([] { EXPECT_LT(total, 1); });  // FAILS: InThread
  add();
  a.join();
}

TEST(Counter, Fails) {
  if (add_from_two_threads() != 2) FAIL() << "gives up";  // FAILS: Fails
}

TEST(Counter, Catches) {
  EXPECT_NONFATAL_FAILURE(EXPECT_EQ(1, 2), "1");
  EXPECT_GE(add_from_two_threads(), 1);
}

TEST(Counter, Skips) { GTEST_SKIP() << "not today"; }

TEST(Counter, Throws) {
  if (add_from_two_threads() != 2) throw std::exception();
}
