#include "engine/inputs/other_values.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "engine/expr/evaluate.h"

namespace sleave {
namespace {

using expr::Expr;
using expr::Op;
using solve::Verdict;

constexpr std::uint64_t kFarAway = 4096;

// Of a word that was used as it was.
constexpr std::size_t kMostLater = 4;       // path constraints after it that are flipped,
constexpr std::size_t kMostLookedAt = 256;  // of those that are looked at,
constexpr std::size_t kMostNodes = 512;     // as far as this many of their parts go

// The input bytes in an expression, as far as they are looked at.
std::set<std::uint32_t> bytes_in(const expr::Pool& pool, Expr e) {
  std::set<std::uint32_t> bytes;
  std::set<Expr> seen;
  std::vector<Expr> open{e};
  while (!open.empty() && seen.size() < kMostNodes) {
    const Expr next = open.back();
    open.pop_back();
    if (!seen.insert(next).second) continue;
    const expr::Node& node = pool.node(next);
    if (node.op == Op::input) bytes.insert(node.detail);
    for (unsigned i = 0; i < operands_of(node.op); ++i) open.push_back(node.operands[i]);
  }
  return bytes;
}

class Search {
 public:
  Search(Solving& solving, std::vector<Expr> holding, const expr::PathConstraint& path_constraint,
         const expr::Values& values, std::size_t most, std::span<const expr::PathConstraint> later)
      : solving_(solving),
        pool_(solving.pool()),
        evaluation_(solving.pool()),
        holding_(std::move(holding)),
        path_constraint_(path_constraint),
        values_(values),
        most_(most),
        later_(later),
        other_(solving.pool().negation(path_constraint.held)) {}

  OtherValues run(std::span<const expr::Word> tried) {
    if (path_constraint_.turn() == expr::Turn::FLIP) {
      try_for(other_);
      return std::move(result_);
    }
    for (const expr::Word word : tried) exclude(word);
    if (tried.empty() && path_constraint_.kind == SLEAVE_PATH_CONSTRAINT_address) try_far_away();
    if (tried.empty() && (path_constraint_.kind == SLEAVE_PATH_CONSTRAINT_size ||
                          path_constraint_.kind == SLEAVE_PATH_CONSTRAINT_value)) {
      flip_later();
      try_extremes();
      try_magnitudes();
    }
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

  // A branch on a size after it was used, say: with this value it can only go the way it went.
  void flip_later() {
    const std::set<std::uint32_t> bytes = bytes_in(pool_, path_constraint_.word);
    const std::size_t before = result_.found.size();
    for (const expr::PathConstraint& each : later_.first(std::min(later_.size(), kMostLookedAt))) {
      if (full() || result_.found.size() - before >= kMostLater) return;
      if (each.turn() != expr::Turn::FLIP) continue;
      const std::set<std::uint32_t> others = bytes_in(pool_, each.word);
      const bool shares = std::any_of(others.begin(), others.end(), [&](auto byte) { return bytes.contains(byte); });
      if (shares) try_for(pool_.binary(Op::bit_and, other_, pool_.negation(each.held)));
    }
  }

  // At the first word used at its place: it takes a query for every bit.
  void try_extremes() {
    if (!solving_.is_first_word_at(path_constraint_.site)) return;
    const expr::Word most = expr::ones(pool_.width(path_constraint_.word));
    approach([&](expr::Word known, expr::Word step) {
      return step <= known
                 ? std::optional(pool_.negation(pool_.binary(Op::ult, constant(known - step), path_constraint_.word)))
                 : std::nullopt;
    });
    approach([&](expr::Word known, expr::Word step) {
      return step <= most - known ? std::optional(pool_.negation(is_below(known + step))) : std::nullopt;
    });
  }

  // In steps of falling powers of two: before each, what is left is less than two of them. The last value counts.
  template <typename Beyond>
  void approach(Beyond beyond) {
    std::optional<OtherValue> last;
    expr::Word known = path_constraint_.value;
    for (unsigned bit = pool_.width(path_constraint_.word); bit-- > 0 && !full();) {
      const std::optional<Expr> wanted = beyond(known, expr::Word{1} << bit);
      if (!wanted) continue;
      const solve::QueryAnswer answer = solving_.ask(holding_, *wanted, values_);
      if (answer.verdict != Verdict::satisfiable) continue;
      evaluation_.set_input(*answer.input);
      known = evaluation_.value(path_constraint_.word);
      last = OtherValue{.values = *answer.input, .word = known, .proved = true};
    }
    if (!last) return;
    exclude(last->word);
    result_.found.push_back(std::move(*last));
  }

  Solving& solving_;
  expr::Pool& pool_;
  expr::Evaluation evaluation_;
  std::vector<Expr> holding_;
  const expr::PathConstraint& path_constraint_;
  const expr::Values& values_;
  std::size_t most_;
  std::span<const expr::PathConstraint> later_;
  Expr other_;  // that the word has not the run's value
  OtherValues result_;
};

}  // namespace

OtherValues other_values(Solving& solving, std::vector<expr::Expr> holding, const expr::PathConstraint& path_constraint,
                         const expr::Values& values, std::span<const expr::Word> tried, std::size_t most,
                         std::span<const expr::PathConstraint> later) {
  return Search(solving, std::move(holding), path_constraint, values, most, later).run(tried);
}

}  // namespace sleave
