#include "engine/minimize/condition/condition.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "engine/minimize/condition/input_draw.h"

namespace sleave {
namespace {

using expr::PathConstraint;
using expr::Values;

constexpr std::size_t kMostPathConstraints = 300;  // that are looked at one by one
constexpr int kSchedules = 4;                      // tried before an input counts as one that does not fail

std::vector<expr::Expr> assumptions(const expr::Path& path) {
  std::vector<expr::Expr> all;
  for (const PathConstraint& path_constraint : path.path_constraints) {
    if (path_constraint.turn() == expr::Turn::KEEP) all.push_back(path_constraint.held);
  }
  return all;
}

// All that is not taken for granted, once.
std::vector<PathConstraint> path_constraints_of(const expr::Path& path) {
  const std::vector<expr::Expr> taken = assumptions(path);
  std::set<expr::Expr> known(taken.begin(), taken.end());
  std::vector<PathConstraint> all;
  for (const PathConstraint& path_constraint : path.path_constraints) {
    if (known.insert(path_constraint.held).second) all.push_back(path_constraint);
  }
  return all;
}

class InputExperiments {
 public:
  using Part = std::size_t;  // a path constraint, by its number
  struct Sample {
    bool failed = false;
    Values values;
  };

  InputExperiments(Trials& trials, const std::vector<Ordering>& orderings, Solving& solving, const Trace& followed,
                   const expr::Path& path)
      : trials_(trials),
        orderings_(orderings),
        solving_(solving),
        followed_(followed),
        draw_(solving, path.values, assumptions(path)),
        path_constraints_(path_constraints_of(path)) {}

  [[nodiscard]] const std::vector<PathConstraint>& path_constraints() const { return path_constraints_; }

  [[nodiscard]] std::vector<std::size_t> candidates() const {
    std::vector<std::size_t> all(path_constraints_.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
  }

  // Three of four break a path constraint that is not among them: what it excludes may be a single value, which no
  // chance finds. The inputs of kept() are all there are, and any of them may be drawn.
  Attempted<Sample> challenged(const std::vector<std::size_t>& /*parts*/) { return {.possible = false}; }

  Attempted<Sample> kept(const std::vector<std::size_t>& parts, int number) {
    const std::size_t other = path_constraints_.empty() ? 0 : turn_++ % path_constraints_.size();
    if (number % 4 != 0 && !path_constraints_.empty() && std::find(parts.begin(), parts.end(), other) == parts.end()) {
      Attempted<Sample> attempt = run(parts, path_constraints_[other].held);
      if (attempt.possible) return attempt;
    }
    return run(parts, std::nullopt);
  }

  Attempted<Sample> broken(std::size_t part, const std::vector<std::size_t>& rest, int /*number*/) {
    return run(rest, path_constraints_[part].held);
  }

  // It follows from the rest: whoever reads that knows it. That no input was found is not enough.
  [[nodiscard]] bool goes_without_saying(std::size_t part, const std::vector<std::size_t>& rest) {
    std::vector<expr::Expr> holding;
    for (const std::size_t other : rest) holding.push_back(path_constraints_[other].held);
    return draw_.follows(holding, path_constraints_[part].held);
  }

  // Any input may be drawn for kept(): there are no others to compare with.
  [[nodiscard]] static const std::vector<Sample>& fresh() {
    static const std::vector<Sample> kNone;
    return kNone;
  }
  [[nodiscard]] static bool counts(const Sample& /*sample*/) { return true; }
  [[nodiscard]] static bool all_hold(const std::vector<std::size_t>& /*parts*/, const Sample& /*sample*/) {
    return false;
  }

  [[nodiscard]] static bool may_be_taken_by(const std::vector<std::size_t>& /*parts*/, std::size_t /*part*/) {
    return false;
  }

  [[nodiscard]] static std::vector<std::size_t> weaker(std::size_t /*part*/) { return {}; }

  [[nodiscard]] bool is_missing(std::size_t part, const Sample& sample) {
    return !draw_.holds(path_constraints_[part].held, sample.values);
  }

  static void learn(const Sample& /*passed*/) {}

  [[nodiscard]] bool over() const { return trials_.over() || draw_.over(); }

 private:
  Attempted<Sample> run(const std::vector<std::size_t>& wanted, std::optional<expr::Expr> broken) {
    std::vector<expr::Expr> holding;
    for (const std::size_t part : wanted) holding.push_back(path_constraints_[part].held);
    std::optional<Values> values = draw_.draw(holding, broken);
    if (!values) return {.possible = false};
    const std::optional<bool> failed = fails(*values);
    if (!failed) return {};
    return {.sample = Sample{*failed, std::move(*values)}};
  }

  std::optional<bool> fails(const Values& values);

  Trials& trials_;
  const std::vector<Ordering>& orderings_;
  Solving& solving_;
  const Trace& followed_;
  InputDraw draw_;
  std::vector<PathConstraint> path_constraints_;
  std::size_t turn_ = 0;
};

// With the orderings: under the schedule nearest to the reported one, else under some other. Another input may take the
// program another way, so that one schedule alone says little.
std::optional<bool> InputExperiments::fails(const Values& values) {
  const std::vector<Plan::Input> inputs = solving_.variables().inputs_with({}, followed_, values);
  std::optional<bool> seen;
  for (int i = 0; i < kSchedules; ++i) {
    const std::optional<Trial> trial =
        trials_.run(orderings_, i == 0 ? Arranger::Kind::near : Arranger::Kind::any, inputs);
    if (!trial) continue;
    if (trial->failed) return true;
    seen = false;
  }
  return seen;
}

}  // namespace

std::optional<Condition> find_condition(Trials& trials, const std::vector<Ordering>& orderings, Solving& solving) {
  if (trials.reported().inputs.empty()) return std::nullopt;
  const std::optional<Trace> followed = trials.again(SLEAVE_RECORD_PATH_CONSTRAINTS);
  if (!followed || followed->path_constraints.empty()) return std::nullopt;
  const std::optional<expr::Path> path = solving.path_of(*followed);
  if (!path) return std::nullopt;
  InputExperiments experiments(trials, orderings, solving, *followed, *path);
  if (experiments.path_constraints().size() > kMostPathConstraints) return std::nullopt;
  std::optional<Reason<std::size_t>> reason = ReasonSearch(experiments, experiments.candidates()).find();
  if (!reason) return std::nullopt;
  Condition condition{
      .path_constraints = {}, .taken = assumptions(*path), .values = path->values, .reason = std::move(*reason)};
  for (const std::size_t part : condition.reason.parts)
    condition.path_constraints.push_back(experiments.path_constraints()[part]);
  return condition;
}

}  // namespace sleave
