// Frame: one function call of a stack, as source code names it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sleave {

struct Frame {
  std::string function;  // demangled, without template noise where DWARF gives a short name; empty: unknown
  std::string file;      // as recorded by the compiler; empty: unknown
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string module;  // file name of the module
  std::uint64_t offset = 0;
  bool inlined = false;
};
using Stack = std::vector<Frame>;

}  // namespace sleave
