// BranchTable: the branches of a program's own code, each side of which has a number.
//
// A branch is a conditional branch or a switch of the compiled program. Copies of one branch of the source (templates,
// inlined calls) are one branch here: a side was taken if some copy of it was. Two branches of the same function at the
// same place of the source stay two, whether a macro or the optimizer made them. Code of the system's headers is left
// out, and so are sides that cannot be reached by any value.
//
// Which sides a run took: ask for them in the plan (plan.record |= SLEAVE_RECORD_EDGES), then taken(trace).
// The numbers depend on the program alone: all runs of all plans agree on them.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "abi/branches.h"
#include "engine/cover/branch_section.h"
#include "engine/cover/side_set.h"
#include "engine/trace/trace.h"

namespace sleave {

struct Branch {
  std::string function;  // as a person reads it
  std::string file;      // empty: unknown, as is the line
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::vector<std::uint32_t> sides;
};

struct BranchSide {
  std::uint32_t branch = 0;
  sleave_side_kind kind = SLEAVE_SIDE_FALSE;
  std::uint64_t value = 0;  // of a case
};

// A line of the source, or a function, with the edges that show that it was run.
struct CoveredLine {
  std::string file;
  std::uint32_t line = 0;
  std::vector<std::uint32_t> edges;
};
struct CoveredFunction {
  std::string symbol;
  std::string file;
  std::uint32_t line = 0;
  std::vector<std::uint32_t> edges;
};

class BranchTable {
 public:
  BranchTable() = default;
  // Reads the files of a trace's modules; one that cannot be read, or was built again since, has no branches.
  explicit BranchTable(std::span<const sleave_trace_module> modules);

  [[nodiscard]] const std::vector<Branch>& branches() const { return branches_; }
  [[nodiscard]] const std::vector<BranchSide>& sides() const { return sides_; }
  [[nodiscard]] const std::vector<CoveredLine>& lines() const { return lines_; }
  [[nodiscard]] const std::vector<CoveredFunction>& functions() const { return functions_; }

  // The sides a run took.
  [[nodiscard]] SideSet taken(const Trace& trace) const { return taken(trace.edges); }
  // The same for the edges of several runs together.
  [[nodiscard]] SideSet taken(std::span<const std::uint8_t> edges) const;

  // "queue.cc:41:9, in push(): false"
  [[nodiscard]] std::string text(std::uint32_t side) const;

 private:
  // Function if the place is unknown, file, line, column, whether it is a switch, which of its twins.
  using Place = std::tuple<std::string, std::string, std::uint32_t, std::uint32_t, bool, std::uint32_t>;

  void add_module(const sleave_trace_module& module);
  void add_function(const MarkedFunction& function, std::uint32_t first_edge);
  void add_side(const MarkedFunction& function, const sleave_branch_side& side, std::uint32_t edge);
  void add_line(const std::string& file, std::uint32_t line, std::uint32_t edge);

  std::vector<Branch> branches_;
  std::vector<BranchSide> sides_;
  std::vector<CoveredLine> lines_;
  std::vector<CoveredFunction> functions_;
  std::vector<std::uint32_t> side_of_edge_;

  // While the table is made.
  std::map<Place, std::uint32_t> places_;
  std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> line_numbers_;
  std::map<std::string, std::uint32_t> function_numbers_;
};

// Whether the file of a trace's module is there, and was not built again since.
bool is_unchanged(const sleave_trace_module& module);

// "true", "false", "case 7", "default"
std::string side_text(const BranchSide& side);

}  // namespace sleave
