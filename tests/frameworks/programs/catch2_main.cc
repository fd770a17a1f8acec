// The framework itself, instrumented as it is in every program that includes it; large, so compiled once.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
