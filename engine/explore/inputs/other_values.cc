#include "engine/explore/inputs/other_values.h"

#include <utility>

namespace sleave {
namespace {

using expr::Expr;
using expr::Op;
using solve::Verdict;

constexpr std::uint64_t kFarAway = 4096;

class Search {
 public:
  Search(Solving& solving, std::vector<Expr> holding, const expr::Truth& truth, const expr::Values& values,
         std::size_t most)
      : solving_(solving), holding_(std::move(holding)), truth_(truth), values_(values), most_(most) {}

  std::vector<OtherValue> run() {
    expr::Pool& pool = solving_.pool();
    const Expr other = pool.negation(truth_.held);
    if (truth_.turn() == expr::Turn::FLIP) {
      try_for(other);
      return std::move(found_);
    }
    if (truth_.kind == SLEAVE_TRUTH_address || truth_.kind == SLEAVE_TRUTH_size) try_far_away(pool);
    while (try_for(other_than_found(pool))) {
      if (found_.size() < most_) continue;
      solving_.count_cut_short();
      break;
    }
    return std::move(found_);
  }

 private:
  // True if there is a proved one, and so perhaps more.
  bool try_for(Expr wanted) {
    solve::QueryAnswer answer = solving_.ask(holding_, wanted, values_);
    if (!answer.input) return false;
    found_.push_back({.values = std::move(*answer.input), .proved = answer.verdict == Verdict::satisfiable});
    return found_.back().proved;
  }

  void try_far_away(expr::Pool& pool) {
    const unsigned width = pool.width(truth_.word);
    const expr::Word value = truth_.value;
    const expr::Word far = kFarAway;
    if (value > far) try_for(pool.binary(Op::ult, truth_.word, pool.constant(width, value - far)));
    if (value < expr::ones(width) - far) {
      try_for(pool.binary(Op::ult, pool.constant(width, value + far), truth_.word));
    }
  }

  // That the word has neither the run's value nor one found so far.
  Expr other_than_found(expr::Pool& pool) {
    Expr all = pool.negation(truth_.held);
    for (const OtherValue& known : found_) {
      expr::Evaluation evaluation(pool);
      evaluation.set_input(known.values);
      const Expr same =
          pool.binary(Op::equal, truth_.word, pool.constant(pool.width(truth_.word), evaluation.value(truth_.word)));
      all = pool.binary(Op::bit_and, all, pool.negation(same));
    }
    return all;
  }

  Solving& solving_;
  std::vector<Expr> holding_;
  const expr::Truth& truth_;
  const expr::Values& values_;
  std::size_t most_;
  std::vector<OtherValue> found_;
};

}  // namespace

std::vector<OtherValue> other_values(Solving& solving, std::vector<expr::Expr> holding, const expr::Truth& truth,
                                     const expr::Values& values, std::size_t most) {
  return Search(solving, std::move(holding), truth, values, most).run();
}

}  // namespace sleave
