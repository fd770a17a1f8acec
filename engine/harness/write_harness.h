// Writes harnesses: a test file that calls a function, or two in two threads, with any arguments; or one with many of
// them, for a program that takes the name of one.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/harness/types.h"
#include "engine/harness/write_calls.h"

namespace sleave::harness {

// A usage error: a structure that no call can be made with.
Result<std::string> harness_text(const Source& source, const HarnessFile& file);

struct NamedHarness {
  std::string name{};  // of --harness=NAME
  HarnessFile file{};
};

struct ManyHarnesses {
  struct Part {
    std::size_t harness = 0;
    unsigned first_line = 0;
    unsigned last_line = 0;
  };
  std::string text{};
  std::vector<Part> parts{};       // those that could be written
  std::set<std::string> called{};  // functions of the library that bring structures into states
};

// All with the include and options of the first one.
ManyHarnesses harnesses_text(const Source& source, const std::vector<NamedHarness>& harnesses);

}  // namespace sleave::harness
