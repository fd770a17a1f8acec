#include "engine/cover/branch_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "engine/find/symbols/code_origin.h"
#include "engine/find/symbols/readable_name.h"

namespace sleave {
namespace {

constexpr std::uint32_t kNoSide = 0xffffffffu;

std::string normal_path(const std::string& path) { return std::filesystem::path(path).lexically_normal().string(); }

// The system's headers, and ours.
bool is_system_file(const std::string& path) {
  return path.find("/include/sleave/") != std::string::npos || is_installed(path);
}

// A function of the program's author.
bool is_own(const std::string& function) {
  Frame frame;
  frame.function = function;
  frame.module = "program";
  return origin(frame) == Origin::program;
}

bool has_build_id(const ElfFile& elf, const sleave_trace_module& module) {
  const std::span<const std::byte> written = elf.build_id();
  if (written.empty() || module.build_id_bytes == 0) return true;
  return written.size() >= module.build_id_bytes &&
         std::memcmp(written.data(), module.build_id, module.build_id_bytes) == 0;
}

// Adds a number for `key` if it has none.
template <typename Map, typename List>
auto& numbered(Map& numbers, const typename Map::key_type& key, List& list) {
  const auto [entry, fresh] = numbers.try_emplace(key, static_cast<std::uint32_t>(list.size()));
  if (fresh) list.emplace_back();
  return list[entry->second];
}

}  // namespace

BranchTable::BranchTable(std::span<const sleave_trace_module> modules) {
  for (const sleave_trace_module& module : modules) add_module(module);
  places_.clear();
  line_numbers_.clear();
  function_numbers_.clear();
}

void BranchTable::add_module(const sleave_trace_module& module) {
  if (module.edge_count == 0) return;
  const Result<ElfFile> elf = ElfFile::open(module.path);
  if (!elf || !has_build_id(*elf, module)) return;
  if (side_of_edge_.size() < std::uint64_t{module.first_edge} + module.edge_count) {
    side_of_edge_.resize(std::uint64_t{module.first_edge} + module.edge_count, kNoSide);
  }
  for (const MarkedFunction& function : read_branches(*elf)) {
    if (function.first_mark + function.mark_count > module.edge_count) continue;
    add_function(function, module.first_edge + static_cast<std::uint32_t>(function.first_mark));
  }
}

void BranchTable::add_function(const MarkedFunction& function, std::uint32_t first_edge) {
  std::vector<std::string> files;
  for (const std::string& path : function.files) files.push_back(normal_path(path));
  for (const sleave_branch_side& side : function.sides) add_side(function, side, first_edge + side.mark);
  for (const sleave_branch_line& line : function.lines) {
    if (!is_system_file(files[line.file])) add_line(files[line.file], line.line, first_edge + line.mark);
  }
  if (function.line == 0 || function.mark_count == 0 || is_system_file(files[function.file])) return;
  CoveredFunction& entry = numbered(function_numbers_, function.symbol, functions_);
  entry.symbol = function.symbol;
  entry.file = files[function.file];
  entry.line = function.line;
  entry.edges.push_back(first_edge);
}

void BranchTable::add_side(const MarkedFunction& function, const sleave_branch_side& side, std::uint32_t edge) {
  const bool known = side.line != 0;
  const std::string file = known ? normal_path(function.files[side.file]) : "";
  const std::string name = readable_name(function.symbol);
  if (known ? is_system_file(file) : !is_own(name)) return;
  const bool is_switch = side.kind == SLEAVE_SIDE_CASE || side.kind == SLEAVE_SIDE_DEFAULT;
  const Place place = known ? Place{"", file, side.line, side.column, is_switch, side.twin}
                            : Place{function.symbol, "", 0, 0, is_switch, side.branch};
  Branch& branch = numbered(places_, place, branches_);
  if (branch.function.empty()) {
    branch.function = name;
    branch.file = file;
    branch.line = side.line;
    branch.column = side.column;
  }
  const auto same = [&](std::uint32_t number) {
    return sides_[number].kind == side.kind && sides_[number].value == side.value;
  };
  auto found = std::find_if(branch.sides.begin(), branch.sides.end(), same);
  if (found == branch.sides.end()) {
    found = branch.sides.insert(branch.sides.end(), static_cast<std::uint32_t>(sides_.size()));
    sides_.push_back(
        {static_cast<std::uint32_t>(&branch - branches_.data()), static_cast<sleave_side_kind>(side.kind), side.value});
  }
  side_of_edge_[edge] = *found;
}

void BranchTable::add_line(const std::string& file, std::uint32_t line, std::uint32_t edge) {
  CoveredLine& entry = numbered(line_numbers_, {file, line}, lines_);
  entry.file = file;
  entry.line = line;
  entry.edges.push_back(edge);
}

SideSet BranchTable::taken(std::span<const std::uint8_t> edges) const {
  SideSet set(sides_.size());
  const std::size_t count = std::min(edges.size(), side_of_edge_.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (edges[i] != 0 && side_of_edge_[i] != kNoSide) set.insert(side_of_edge_[i]);
  }
  return set;
}

std::string BranchTable::text(std::uint32_t side) const {
  const Branch& branch = branches_[sides_[side].branch];
  const std::string where = branch.line == 0 ? "" : fmt::format("{}:{}:{}, ", branch.file, branch.line, branch.column);
  return fmt::format("{}in {}: {}", where, branch.function, side_text(sides_[side]));
}

bool is_unchanged(const sleave_trace_module& module) {
  const Result<ElfFile> elf = ElfFile::open(module.path);
  return elf && has_build_id(*elf, module);
}

std::string side_text(const BranchSide& side) {
  switch (side.kind) {
    case SLEAVE_SIDE_FALSE:
      return "false";
    case SLEAVE_SIDE_TRUE:
      return "true";
    case SLEAVE_SIDE_CASE:
      return fmt::format("case {}", side.value);
    case SLEAVE_SIDE_DEFAULT:
      return "default";
  }
  return "";
}

}  // namespace sleave
