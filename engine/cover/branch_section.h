// What the pass wrote into a program's file about its marks (abi/branches.h), checked and with its texts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "abi/branches.h"
#include "engine/cover/elf_file.h"

namespace sleave {

struct MarkedFunction {
  std::string symbol;
  std::uint64_t first_mark = 0;  // in the module's section of marks
  std::uint32_t mark_count = 0;
  std::uint32_t file = 0;  // index into `files`, which is never empty if anything refers to it
  std::uint32_t line = 0;  // 0: unknown
  std::vector<std::string> files;
  std::vector<sleave_branch_side> sides;
  std::vector<sleave_branch_line> lines;
};

// Of a module without such a section: none. A record that makes no sense ends the reading.
std::vector<MarkedFunction> read_branches(const ElfFile& elf);

}  // namespace sleave
