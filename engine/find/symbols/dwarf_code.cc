#include "engine/find/symbols/dwarf_code.h"

#include <dwarf.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>

#include "engine/find/symbols/readable_name.h"

namespace sleave {
namespace {

std::string text_attribute(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  const char* text = dwarf_formstring(dwarf_attr_integrate(die, name, &attribute));
  return text != nullptr ? text : "";
}

std::uint64_t number_attribute(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  return dwarf_formudata(dwarf_attr(die, name, &attribute), &value) == 0 ? value : 0;
}

// libdw joins every file with the compilation folder; the person gave a relative name and wants it back.
std::string relative_to_unit(Dwarf_Die* unit, const char* file) {
  std::string_view path = file != nullptr ? file : "";
  const std::string folder = text_attribute(unit, DW_AT_comp_dir);
  if (!folder.empty() && path.starts_with(folder) && path.substr(folder.size()).starts_with('/')) {
    path.remove_prefix(folder.size() + 1);
  }
  // The compiler names its own headers by a detour: "/usr/lib/gcc/x/12/../../../../include/c++/12/vector".
  return path.empty() ? "" : std::filesystem::path(path).lexically_normal().string();
}

bool contains_code(int tag) {
  return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block;
}

bool contains_functions(int tag) {
  return tag == DW_TAG_namespace || tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
         tag == DW_TAG_union_type;
}

// Appends the chain of functions and inlined calls around `address` below `parent`, outermost first.
bool find_chain(Dwarf_Die* parent, std::uint64_t address, std::vector<Dwarf_Die>& chain) {
  Dwarf_Die die;
  if (dwarf_child(parent, &die) != 0) return false;
  do {
    const int tag = dwarf_tag(&die);
    if (contains_code(tag) && dwarf_haspc(&die, address) > 0) {
      if (tag != DW_TAG_lexical_block) chain.push_back(die);
      find_chain(&die, address, chain);
      return true;
    }
    if (contains_functions(tag) && find_chain(&die, address, chain)) return true;
  } while (dwarf_siblingof(&die, &die) == 0);
  return false;
}

// Line 0 marks code that belongs to no line; the line before it in the table is the best answer for a person.
Dwarf_Line* line_at(Dwarf_Die* unit, std::uint64_t address) {
  Dwarf_Line* line = dwarf_getsrc_die(unit, address);
  int number = 0;
  if (line == nullptr || (dwarf_lineno(line, &number) == 0 && number != 0)) return line;
  Dwarf_Lines* lines = nullptr;
  std::size_t count = 0;
  if (dwarf_getsrclines(unit, &lines, &count) != 0) return line;
  Dwarf_Line* best = line;
  for (std::size_t i = 0; i < count; ++i) {
    Dwarf_Line* candidate = dwarf_onesrcline(lines, i);
    Dwarf_Addr at = 0;
    if (dwarf_lineaddr(candidate, &at) != 0 || at > address) continue;
    bool ends_sequence = false;
    if (dwarf_lineendsequence(candidate, &ends_sequence) == 0 && ends_sequence) best = line;
    if (dwarf_lineno(candidate, &number) == 0 && number != 0 && !ends_sequence) best = candidate;
  }
  return best;
}

void fill_place(Dwarf_Die* unit, Dwarf_Line* line, Frame& frame) {
  int number = 0, column = 0;
  if (line == nullptr || dwarf_lineno(line, &number) != 0 || number == 0) return;
  frame.file = relative_to_unit(unit, dwarf_linesrc(line, nullptr, nullptr));
  frame.line = static_cast<std::uint32_t>(number);
  if (dwarf_linecol(line, &column) == 0) frame.column = static_cast<std::uint32_t>(column);
}

std::string file_of_unit(Dwarf_Die* unit, std::uint64_t index) {
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_getsrcfiles(unit, &files, &count) != 0 || index >= count) return "";
  return relative_to_unit(unit, dwarf_filesrc(files, index, nullptr, nullptr));
}

// Where `inlined` was called.
void fill_call_place(Dwarf_Die* unit, Dwarf_Die* inlined, Frame& frame) {
  frame.file = file_of_unit(unit, number_attribute(inlined, DW_AT_call_file));
  frame.line = static_cast<std::uint32_t>(number_attribute(inlined, DW_AT_call_line));
  frame.column = static_cast<std::uint32_t>(number_attribute(inlined, DW_AT_call_column));
}

}  // namespace

std::string function_name(Dwarf_Die* function) {
  std::string name = text_attribute(function, DW_AT_linkage_name);
  if (name.empty()) name = text_attribute(function, DW_AT_MIPS_linkage_name);
  if (name.empty()) name = text_attribute(function, DW_AT_name);
  return readable_name(name);
}

std::string declared_in(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  Dwarf_Word index = 0;
  Dwarf_Die unit;
  if (dwarf_formudata(dwarf_attr_integrate(die, DW_AT_decl_file, &attribute), &index) != 0) return "";
  if (dwarf_cu_die(attribute.cu, &unit, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) == nullptr) return "";
  return file_of_unit(&unit, index);
}

DwarfCode::DwarfCode(Dwarf* dwarf) : dwarf_(dwarf) {
  if (dwarf == nullptr) return;
  Dwarf_CU* unit = nullptr;
  Dwarf_Die die, sub;
  while (dwarf_get_units(dwarf, unit, &unit, nullptr, nullptr, &die, &sub) == 0) {
    Dwarf_Addr base = 0, low = 0, high = 0;
    for (std::ptrdiff_t at = 0; (at = dwarf_ranges(&die, at, &base, &low, &high)) > 0;) {
      if (low < high) units_.push_back({low, high, dwarf_dieoffset(&die)});
    }
  }
  std::sort(units_.begin(), units_.end(), [](const UnitRange& a, const UnitRange& b) { return a.low < b.low; });
}

bool DwarfCode::unit(std::uint64_t address, Dwarf_Die* unit) {
  const auto after = std::upper_bound(units_.begin(), units_.end(), address,
                                      [](std::uint64_t value, const UnitRange& range) { return value < range.low; });
  if (after == units_.begin() || address >= std::prev(after)->high) return false;
  return dwarf_offdie(dwarf_, std::prev(after)->unit, unit) != nullptr;
}

bool DwarfCode::function(std::uint64_t address, Dwarf_Die* function) {
  Dwarf_Die unit;
  std::vector<Dwarf_Die> chain;
  if (!this->unit(address, &unit) || !find_chain(&unit, address, chain) || chain.empty()) return false;
  *function = chain.front();
  return true;
}

Stack DwarfCode::frames(std::uint64_t address) {
  Dwarf_Die unit;
  if (!this->unit(address, &unit)) return {};
  std::vector<Dwarf_Die> chain;
  find_chain(&unit, address, chain);
  Stack stack(std::max<std::size_t>(chain.size(), 1));
  fill_place(&unit, line_at(&unit, address), stack.front());
  for (std::size_t i = 0; i < chain.size(); ++i) {
    Dwarf_Die& die = chain[chain.size() - 1 - i];
    stack[i].function = function_name(&die);
    stack[i].inlined = dwarf_tag(&die) == DW_TAG_inlined_subroutine;
    if (stack[i].inlined && i + 1 < stack.size()) fill_call_place(&unit, &die, stack[i + 1]);
  }
  return stack;
}

}  // namespace sleave
