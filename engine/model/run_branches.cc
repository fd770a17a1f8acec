#include "engine/model/run_branches.h"

#include "engine/inputs/input_bytes.h"
#include "engine/inputs/other_values.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

using expr::Expr;
using expr::Op;
using expr::PathConstraint;
using expr::Turn;

// Of a word that the program used as it was.
constexpr std::size_t kMostValues = 256;

std::vector<Expr> expressions(std::span<const std::uint32_t> numbers) {
  std::vector<Expr> all;
  all.reserve(numbers.size());
  for (const std::uint32_t number : numbers) all.push_back({number});
  return all;
}

// The first way of a path constraint with two values is that it holds.
std::uint16_t outcome_of(const PathConstraint& path_constraint, expr::Word value) {
  return path_constraint.turn() != Turn::OTHER && value == 0;
}

// Where the run learned it: one that goes the same way somewhere else does not repeat it. Of a word also which it was.
std::uint64_t word_of(const PathConstraint& path_constraint, expr::Word value) {
  constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
  const std::uint64_t place =
      ((path_constraint.site * kSpread + path_constraint.kind) * kSpread + path_constraint.option) * kSpread;
  if (path_constraint.turn() != Turn::OTHER) return place;
  return place ^ static_cast<std::uint64_t>(value) ^ static_cast<std::uint64_t>(value >> 64);
}

GapKind why_unsolved(bool wrong) { return wrong ? GapKind::wrong_answer : GapKind::solver_gave_up_on_input; }

}  // namespace

graph::Step RunBranches::step_of(std::uint32_t number, std::uint32_t thread) const {
  const PathConstraint& path_constraint = path_.path_constraints[number];
  expr::Pool& pool = solving_.pool();
  graph::Step step;
  step.kind = graph::Step::Kind::branch;
  step.thread = thread;
  step.branch = number;
  step.outcome = outcome_of(path_constraint, path_constraint.value);
  step.written = word_of(path_constraint, path_constraint.value);
  step.conditions.held = path_constraint.held.number;
  if (path_constraint.turn() == Turn::OTHER) {
    const Expr smaller = pool.binary(Op::ult, path_constraint.word,
                                     pool.constant(pool.width(path_constraint.word), path_constraint.value));
    step.conditions.better = smaller.number;
  } else if (path_constraint.turn() == Turn::FLIP && path_constraint.value == 0) {
    step.conditions.better = pool.negation(path_constraint.held).number;
  }
  return step;
}

bool RunBranches::possible(std::span<const std::uint32_t> holding, std::uint32_t wanted) {
  const std::uint64_t wrong = solving_.wrong_answers();
  const solve::QueryAnswer answer = solving_.ask(expressions(holding), {wanted}, path_.values);
  if (answer.verdict == solve::Verdict::unknown) gaps_.insert(why_unsolved(solving_.wrong_answers() != wrong));
  return answer.verdict == solve::Verdict::satisfiable;
}

std::vector<graph::Turned> RunBranches::turned(std::span<const std::uint32_t> holding, std::uint32_t branch) {
  const PathConstraint& path_constraint = path_.path_constraints[branch];
  std::vector<graph::Turned> ways;
  if (path_constraint.turn() == Turn::KEEP) return ways;
  if (path_constraint.kind == SLEAVE_PATH_CONSTRAINT_comparison) {
    gaps_.insert(GapKind::compared_input);
    return ways;
  }
  const std::uint64_t unsolved = solving_.unsolved();
  const std::uint64_t wrong = solving_.wrong_answers();
  const OtherValues others =
      other_values(solving_, expressions(holding), path_constraint, path_.values, {}, kMostValues);
  for (const OtherValue& other : others.found) {
    if (!other.proved) continue;
    ways.push_back({.outcome = outcome_of(path_constraint, other.word),
                    .value = word_of(path_constraint, other.word),
                    .input = bytes_of_inputs(solving_.variables().inputs_with(plan_.inputs, trace_, other.values))});
  }
  if (solving_.unsolved() != unsolved) gaps_.insert(why_unsolved(solving_.wrong_answers() != wrong));
  if (others.more) {
    solving_.count_cut_short();
    gaps_.insert({GapKind::too_many_values, path_constraint.kind, kMostValues});
  }
  if (path_constraint.kind == SLEAVE_PATH_CONSTRAINT_violation && ways.empty()) excluded_for_ever_ = true;
  return ways;
}

}  // namespace sleave
