#include "engine/model/run_branches.h"

#include <fmt/format.h>

#include "engine/inputs/input_bytes.h"
#include "engine/inputs/other_values.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

using expr::Expr;
using expr::Op;
using expr::Truth;
using expr::Turn;

// Of a word that the program used as it was.
constexpr std::size_t kMostValues = 256;

std::vector<Expr> expressions(std::span<const std::uint32_t> numbers) {
  std::vector<Expr> all;
  all.reserve(numbers.size());
  for (const std::uint32_t number : numbers) all.push_back({number});
  return all;
}

// The first way of a truth with two values is that it holds.
std::uint16_t outcome_of(const Truth& truth, expr::Word value) { return truth.turn() != Turn::OTHER && value == 0; }

// Where the run learnt it: one that goes the same way somewhere else does not repeat it. Of a word also which it was.
std::uint64_t word_of(const Truth& truth, expr::Word value) {
  constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
  const std::uint64_t place = ((truth.site * kSpread + truth.kind) * kSpread + truth.option) * kSpread;
  if (truth.turn() != Turn::OTHER) return place;
  return place ^ static_cast<std::uint64_t>(value) ^ static_cast<std::uint64_t>(value >> 64);
}

const char* why_unsolved(bool wrong) {
  return wrong ? "an answer of the solver about inputs was wrong"
               : "a question about inputs was too hard for the solver";
}

}  // namespace

graph::Step RunBranches::step_of(std::uint32_t number, std::uint32_t thread) const {
  const Truth& truth = path_.truths[number];
  expr::Pool& pool = solving_.pool();
  graph::Step step;
  step.kind = graph::Step::Kind::branch;
  step.thread = thread;
  step.branch = number;
  step.outcome = outcome_of(truth, truth.value);
  step.written = word_of(truth, truth.value);
  step.conditions.held = truth.held.number;
  if (truth.turn() == Turn::OTHER) {
    const Expr smaller = pool.binary(Op::ult, truth.word, pool.constant(pool.width(truth.word), truth.value));
    step.conditions.better = smaller.number;
  } else if (truth.turn() == Turn::FLIP && truth.value == 0) {
    step.conditions.better = pool.negation(truth.held).number;
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
  const Truth& truth = path_.truths[branch];
  std::vector<graph::Turned> ways;
  if (truth.turn() == Turn::KEEP) return ways;
  if (truth.kind == SLEAVE_TRUTH_comparison) {
    gaps_.insert("what a compare-exchange does depends on the input");
    return ways;
  }
  const std::uint64_t unsolved = solving_.unsolved();
  const std::uint64_t wrong = solving_.wrong_answers();
  const OtherValues others = other_values(solving_, expressions(holding), truth, path_.values, {}, kMostValues);
  for (const OtherValue& other : others.found) {
    if (!other.proved) continue;
    ways.push_back({.outcome = outcome_of(truth, other.word),
                    .value = word_of(truth, other.word),
                    .input = bytes_of_inputs(solving_.variables().inputs_with(plan_.inputs, trace_, other.values))});
  }
  if (solving_.unsolved() != unsolved) gaps_.insert(why_unsolved(solving_.wrong_answers() != wrong));
  if (others.more) {
    solving_.count_cut_short();
    gaps_.insert(fmt::format("{} has more than {} values", truth_words(truth.kind), kMostValues));
  }
  if (truth.kind == SLEAVE_TRUTH_violation && ways.empty()) excluded_for_ever_ = true;
  return ways;
}

}  // namespace sleave
