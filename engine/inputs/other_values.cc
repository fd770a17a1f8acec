#include "engine/inputs/other_values.h"

#include <utility>

namespace sleave {
namespace {

using expr::Expr;
using expr::Op;
using solve::Verdict;

constexpr std::uint64_t kFarAway = 4096;

class Search {
 public:
  Search(Solving& solving, std::vector<Expr> holding, const expr::PathConstraint& path_constraint,
         const expr::Values& values, std::size_t most)
      : solving_(solving),
        pool_(solving.pool()),
        evaluation_(solving.pool()),
        holding_(std::move(holding)),
        path_constraint_(path_constraint),
        values_(values),
        most_(most),
        other_(solving.pool().negation(path_constraint.held)) {}

  OtherValues run(std::span<const expr::Word> tried) {
    if (path_constraint_.turn() == expr::Turn::FLIP) {
      try_for(other_);
      return std::move(result_);
    }
    for (const expr::Word word : tried) exclude(word);
    if (tried.empty() && path_constraint_.kind == SLEAVE_PATH_CONSTRAINT_address) try_far_away();
    if (tried.empty() &&
        (path_constraint_.kind == SLEAVE_PATH_CONSTRAINT_size || path_constraint_.kind == SLEAVE_PATH_CONSTRAINT_value))
      try_magnitudes();
    while (!full() && try_for(other_)) {
    }
    result_.more = full();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool full() const { return result_.found.size() >= most_; }
  Expr constant(expr::Word value) { return pool_.constant(pool_.width(path_constraint_.word), value); }
  Expr is_below(expr::Word bound) { return pool_.binary(Op::ult, path_constraint_.word, constant(bound)); }

  // From here on no answer gives the word this value, nor does the run.
  void exclude(expr::Word word) {
    if (word != path_constraint_.value)
      holding_.push_back(pool_.negation(pool_.binary(Op::equal, path_constraint_.word, constant(word))));
  }

  // True if there is a proved one, and so perhaps more.
  bool try_for(Expr wanted) {
    solve::QueryAnswer answer = solving_.ask(holding_, wanted, values_);
    if (!answer.input) return false;
    evaluation_.set_input(*answer.input);
    const expr::Word word = evaluation_.value(path_constraint_.word);
    exclude(word);
    const bool proved = answer.verdict == Verdict::satisfiable;
    result_.found.push_back({.values = std::move(*answer.input), .word = word, .proved = proved});
    return proved;
  }

  void try_far_away() {
    const expr::Word value = path_constraint_.value;
    const expr::Word far = kFarAway;
    if (value > far) try_for(is_below(value - far));
    if (value < expr::ones(pool_.width(path_constraint_.word)) - far) {
      try_for(pool_.binary(Op::ult, constant(value + far), path_constraint_.word));
    }
  }

  // 0, 1, one of 2 and 3, one of 4 to 7, and so on: programs do other things with few than with many.
  void try_magnitudes() {
    for (unsigned bits = 0; bits <= pool_.width(path_constraint_.word) && !full(); ++bits) {
      const expr::Word least = bits == 0 ? 0 : expr::Word{1} << (bits - 1);
      const Expr at_least = pool_.negation(is_below(least));
      const Expr below =
          bits == pool_.width(path_constraint_.word) ? pool_.path_constraint(true) : is_below(expr::Word{1} << bits);
      try_for(pool_.binary(Op::bit_and, other_, pool_.binary(Op::bit_and, at_least, below)));
    }
  }

  Solving& solving_;
  expr::Pool& pool_;
  expr::Evaluation evaluation_;
  std::vector<Expr> holding_;
  const expr::PathConstraint& path_constraint_;
  const expr::Values& values_;
  std::size_t most_;
  Expr other_;  // that the word has not the run's value
  OtherValues result_;
};

}  // namespace

OtherValues other_values(Solving& solving, std::vector<expr::Expr> holding, const expr::PathConstraint& path_constraint,
                         const expr::Values& values, std::span<const expr::Word> tried, std::size_t most) {
  return Search(solving, std::move(holding), path_constraint, values, most).run(tried);
}

}  // namespace sleave
