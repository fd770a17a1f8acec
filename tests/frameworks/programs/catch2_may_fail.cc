// Failures that Catch2 expects are none: the program ends with 0.
#include <catch2/catch.hpp>

#include "counter.h"

TEST_CASE("known to be wrong", "[!mayfail]") { CHECK(add_from_two_threads() == 2); }

TEST_CASE("wrong on purpose", "[!shouldfail]") { CHECK(add_from_two_threads() == 3); }
