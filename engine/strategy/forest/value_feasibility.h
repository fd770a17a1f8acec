// ValueFeasibility: whether values exist for which a scenario's branches go as they should: the other half of
// realizability. Every read has the value that its source has written; the unknowns are the program's inputs.
//
// First each condition is checked alone, with what it depends on: most infeasible scenarios fail at one condition, and
// the answer is known if the same was asked before (form.h). Then all conditions together. A scenario that does not
// depend on inputs, or that the current inputs satisfy, needs no solver.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/expr/evaluate.h"
#include "engine/expr/variables.h"
#include "engine/solve/solver.h"
#include "engine/strategy/forest/forest.h"
#include "engine/strategy/forest/form.h"
#include "engine/strategy/forest/terms.h"

namespace sleave::interference {

// That something is so in the thread of the event `at`, there.
struct Condition {
  NodeId at = kNone;
  expr::Expr path_constraint{};
};

struct FeasibilityAnswer {
  enum class Verdict : std::uint8_t { holds, fails, unknown, cyclic };
  Verdict verdict = Verdict::unknown;
  expr::Values values;        // holds: with these inputs
  std::vector<NodeId> blame;  // fails: local reads of which at least one must be an interference; none: hopeless
};

struct FeasibilityCounts {
  std::uint64_t checks = 0;
  std::uint64_t solved = 0;  // by the solver
};

class ValueFeasibility {
 public:
  ValueFeasibility(expr::Pool& pool, solve::Solver& solver)
      : pool_(pool), solver_(solver), terms_(pool), forms_(terms_), evaluation_(pool) {}

  // Whether the scenario's branches, and `wanted` after them, can be so. `at_hand` are inputs to begin with.
  FeasibilityAnswer check(const Forest& forest, const Scenario& scenario, std::span<const Condition> wanted,
                          const Contents& contents, const expr::Values& at_hand);

  // The variables of a symbol, lowest byte first.
  const std::vector<std::uint32_t>& variables_of(expr::Expr symbol) { return terms_.variables_of(symbol); }

  Terms& terms() { return terms_; }
  [[nodiscard]] const FeasibilityCounts& counts() const { return counts_; }

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
  // The answer to a form.
  struct Known {
    FeasibilityAnswer::Verdict verdict = FeasibilityAnswer::Verdict::unknown;
    std::vector<std::uint32_t> core;   // fails: reads, by their places
    std::vector<std::uint8_t> values;  // holds: of inputs, by their places
  };
  // What is known of a condition as long as all reads behind it are local.
  struct Alone {
    std::vector<NodeId> reads;     // behind it
    std::vector<NodeId> in_order;  // the same
    const Known* known = nullptr;  // none: too large, or what memory held is not known
  };
  struct Question {
    const Forest& forest;
    const Scenario& scenario;
    const Contents& contents;
    const expr::Values& at_hand;
  };

  // Of the conditions that are infeasible alone, the one that depends on the fewest local reads; none: there is none.
  std::optional<std::vector<NodeId>> one_by_one(const Question& question, std::span<const Condition> wanted);
  bool impossible(const Question& question, const Condition& condition, std::vector<NodeId>& blame);
  Alone& alone(const Question& question, const Term& term);
  // None: the form is too large.
  const Known* ask_form(const Question& question, std::span<const Term* const> conditions);
  Known answer(const Question& question, std::span<const Term* const> conditions);
  Known solve(const Question& question, std::span<const Term* const> conditions);
  bool evaluate_form(const Question& question);
  bool evaluate_read(const Question& question, std::uint32_t place);
  static std::vector<NodeId> local_of(const Question& question, const Known& known, const std::vector<NodeId>& reads);
  // Only what the inputs at hand do not fulfil, as long as that is enough. None: it does not help.
  std::optional<FeasibilityAnswer> ask_some(const Question& question);

  void collect(const Forest& forest, const Scenario& scenario, const Contents& contents);
  bool resolve(std::size_t number);  // false: it depends on itself
  bool resolve_all(expr::Expr e, bool& open);
  void support(expr::Expr e, std::vector<std::uint8_t>& reads);
  // Values of all reads with these inputs; false: a read depends on itself.
  bool evaluate(const expr::Values& inputs);
  // The condition with the fewest local reads behind it that fails whatever the inputs; false: there is none.
  bool hopeless(std::vector<NodeId>& blame);
  [[nodiscard]] bool all_hold();
  FeasibilityAnswer ask(const expr::Values& at_hand);
  [[nodiscard]] std::vector<NodeId> local_reads(const std::vector<std::uint8_t>& reads) const;

  expr::Pool& pool_;
  solve::Solver& solver_;
  Terms terms_;
  Forms forms_;
  expr::Evaluation evaluation_;
  FeasibilityCounts counts_;
  std::unordered_map<std::vector<std::uint32_t>, Known, FormHash> known_;
  std::unordered_map<const Term*, Alone> alone_;
  Form form_;
  std::vector<std::uint8_t> form_states_;  // by read of the form: as Read::state
  // Of the scenario that is looked at.
  std::vector<Read> reads_;
  std::map<std::uint32_t, std::size_t> read_of_;  // by variable
  std::vector<Condition> conditions_;
  expr::Values values_;
};

}  // namespace sleave::interference
