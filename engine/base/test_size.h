// How much a randomized test does. SLEAVE_TEST_SIZE=ci (or unset) fits into CI; full is what a release shows; nightly
// is the largest. The same words as tests/harness/size.py.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace sleave {

struct TestSizes {
  unsigned ci;
  unsigned full;
  unsigned nightly;

  [[nodiscard]] constexpr std::optional<unsigned> named(std::string_view name) const {
    if (name == "ci") return ci;
    if (name == "full") return full;
    if (name == "nightly") return nightly;
    return std::nullopt;
  }
};

// The one that the environment asks for; another word there ends the program, so that no run is taken for a larger one.
inline unsigned test_size(unsigned ci, unsigned full, unsigned nightly) {
  const char* name = std::getenv("SLEAVE_TEST_SIZE");
  const auto size = TestSizes{ci, full, nightly}.named(name == nullptr ? "ci" : name);
  if (!size) {
    std::fprintf(stderr, "SLEAVE_TEST_SIZE=%s: not one of ci, full, nightly\n", name);
    std::exit(2);
  }
  return *size;
}

// Where nightly asks for no more than full.
inline unsigned test_size(unsigned ci, unsigned full) { return test_size(ci, full, full); }

}  // namespace sleave
