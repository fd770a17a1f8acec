// Data: whether values exist for which a scenario's branches go as they should: the other half of realisability. Every
// read is worth what its source has written; what is left open are the program's inputs.
//
// A scenario that does not depend on inputs, or for which the inputs at hand will do, needs no solver.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/explore/interference/forest.h"
#include "engine/expr/evaluate.h"
#include "engine/expr/inputs.h"
#include "engine/expr/variables.h"
#include "engine/solve/solver.h"

namespace sleave::interference {

// What memory holds before any write, as constants.
using Contents = std::map<std::uint64_t, expr::Expr>;

struct DataAnswer {
  enum class Verdict : std::uint8_t { holds, fails, unknown, cyclic };
  Verdict verdict = Verdict::unknown;
  expr::Values values;        // holds: with these inputs
  std::vector<NodeId> blame;  // fails: local reads of which at least one must be an interference; none: hopeless
};

struct DataCounts {
  std::uint64_t checks = 0;
  std::uint64_t solved = 0;  // by the solver
};

class Data {
 public:
  Data(expr::Pool& pool, solve::Solver& solver) : pool_(pool), solver_(solver), inputs_(pool), evaluation_(pool) {}

  // Whether the scenario's branches, and `wanted` after them, can be so. `at_hand` are inputs to begin with.
  DataAnswer check(const Forest& forest, const Scenario& scenario, std::span<const expr::Expr> wanted,
                   const Contents& contents, const expr::Values& at_hand);

  // The variables of a symbol, lowest byte first.
  const std::vector<std::uint32_t>& variables_of(expr::Expr symbol);

  [[nodiscard]] const DataCounts& counts() const { return counts_; }

 private:
  struct Read {
    NodeId node = kNone;
    expr::Expr symbol{};
    bool local = true;
    bool has_value = false;
    expr::Expr value{};
    std::uint8_t state = 0;  // 0: not looked at, 1: being, 2: its value is known
    bool open = false;       // depends on an input
  };

  void collect(const Forest& forest, const Scenario& scenario, const Contents& contents);
  bool resolve(std::size_t number);  // false: it depends on itself
  bool resolve_all(expr::Expr e, bool& open);
  void support(expr::Expr e, std::vector<std::uint8_t>& reads);
  // Values of all reads with these inputs; false: a read depends on itself.
  bool evaluate(const expr::Values& inputs);
  // The condition with the fewest local reads behind it that fails whatever the inputs; false: there is none.
  bool hopeless(std::vector<NodeId>& blame);
  [[nodiscard]] bool all_hold();
  DataAnswer ask(const expr::Values& at_hand);
  [[nodiscard]] std::vector<NodeId> local_reads(const std::vector<std::uint8_t>& reads) const;

  expr::Pool& pool_;
  solve::Solver& solver_;
  expr::Inputs inputs_;
  expr::Evaluation evaluation_;
  DataCounts counts_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> variables_;  // by symbol
  // Of the scenario that is looked at.
  std::vector<Read> reads_;
  std::map<std::uint32_t, std::size_t> read_of_;  // by variable
  std::vector<expr::Expr> conditions_;
  expr::Values values_;
};

}  // namespace sleave::interference
