// The body again and again on real threads; prints the nanoseconds of one repetition. argv[1]: repetitions.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "measured_body.h"

int main(int argc, char** argv) {
  const long repetitions = argc > 1 ? std::atol(argv[1]) : 1000;
  const auto begin = std::chrono::steady_clock::now();
  for (long i = 0; i < repetitions; ++i) measured_body();
  const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
  std::printf("%.1f\n", spent.count() / static_cast<double>(repetitions));
}
