// Test cases of Catch2, most of which fail in some interleaving, at the lines marked with their names.
#ifdef SLEAVE_CATCH2_V3
#include <catch2/catch_test_macros.hpp>
#else
#include <catch2/catch.hpp>
#endif
#include <stdexcept>

#include "counter.h"

TEST_CASE("checks") {
  CHECK(add_from_two_threads() == 2);  // FAILS: checks
}

TEST_CASE("requires") {
  SECTION("in a section") {
    REQUIRE(add_from_two_threads() == 2);  // FAILS: requires
  }
}

TEST_CASE("negated") {
  CHECK_FALSE(add_from_two_threads() == 1);  // FAILS: negated
}

TEST_CASE("fails") {
  if (add_from_two_threads() != 2) FAIL("gives up");  // FAILS: fails
}

TEST_CASE("throws") {
  REQUIRE_NOTHROW(add_from_two_threads() == 2 ? 0 : throw std::runtime_error("lost"));  // FAILS: throws
}

TEST_CASE("does not throw") {
  REQUIRE_THROWS(add_from_two_threads() == 1 ? 0 : throw std::runtime_error("right"));  // FAILS: does not throw
}

TEST_CASE("passes") {
  const int seen = add_from_two_threads();
  CHECK_NOFAIL(seen == 2);
  CHECK_FALSE(seen == 3);
  CHECK_THROWS(throw std::runtime_error("expected"));
  SUCCEED("as it is");
  WARN("as it is");
}

TEST_CASE("escapes") {
  if (add_from_two_threads() != 2) throw std::runtime_error("lost");
}
