#include "engine/minimize/condition.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/minimize/input_draw.h"

namespace sleave {
namespace {

using expr::Truth;
using expr::Values;

constexpr std::size_t kMostTruths = 300;  // that are looked at one by one
constexpr int kFewInputs = 4;             // to see whether a truth matters
constexpr int kSomeInputs = 12;           // with a truth of the result broken
constexpr int kManyInputs = 40;           // with all of them
constexpr int kSchedules = 4;             // tried before an input counts as one that does not fail
constexpr int kRounds = 4;

using Truths = std::vector<Truth>;

std::vector<expr::Expr> held_of(const Truths& truths) {
  std::vector<expr::Expr> all;
  for (const Truth& truth : truths) all.push_back(truth.held);
  return all;
}

class Search {
 public:
  Search(Trials& trials, const std::vector<Ordering>& orderings, Solving& solving, const Trace& followed,
         const expr::Path& path)
      : trials_(trials),
        orderings_(orderings),
        solving_(solving),
        followed_(followed),
        draw_(solving, path.values, assumptions(path)) {
    condition_.taken = assumptions(path);
    condition_.values = path.values;
    std::set<expr::Expr> known(condition_.taken.begin(), condition_.taken.end());
    for (const Truth& truth : path.truths) {
      if (known.insert(truth.held).second) all_.push_back(truth);
    }
    kept_ = all_;
  }

  std::optional<Condition> find() {
    if (all_.size() > kMostTruths) return std::nullopt;
    leave_out_what_does_not_matter();
    for (int round = 0; !trials_.over(); ++round) {
      sample();
      if (condition_.failed == condition_.runs || round == kRounds || !add_what_tells_them_apart()) break;
      leave_out_what_does_not_matter();
    }
    count_broken();
    condition_.truths = kept_;
    const bool explains = condition_.runs > 0 && 2 * condition_.failed > condition_.runs;
    return explains ? std::optional(std::move(condition_)) : std::nullopt;
  }

 private:
  struct Sample {
    bool failed = false;
    Values values;
  };

  static std::vector<expr::Expr> assumptions(const expr::Path& path) {
    std::vector<expr::Expr> all;
    for (const Truth& truth : path.truths) {
      if (truth.turn() == expr::Turn::KEEP) all.push_back(truth.held);
    }
    return all;
  }

  [[nodiscard]] Truths without(const Truth& one) const {
    Truths rest;
    std::copy_if(kept_.begin(), kept_.end(), std::back_inserter(rest),
                 [&](const Truth& other) { return other.held != one.held; });
    return rest;
  }

  std::optional<bool> fails(const Values& values);
  enum class Broken { impossible, always_fails, may_pass };
  Broken try_broken(const Truth& truth);
  bool leave_out(Broken which);
  void leave_out_what_does_not_matter();
  void sample();
  bool add_what_tells_them_apart();
  void count_broken();

  Trials& trials_;
  const std::vector<Ordering>& orderings_;
  Solving& solving_;
  const Trace& followed_;
  InputDraw draw_;
  Truths all_;
  Truths kept_;
  std::vector<Sample> samples_;  // for which all that is kept held
  Condition condition_;
};

// With the orderings: under the schedule nearest to the told one, else under some other. Another input may take the
// program another way, so that one schedule alone says little.
std::optional<bool> Search::fails(const Values& values) {
  const std::vector<Plan::Input> inputs = solving_.variables().inputs_with({}, followed_, values);
  std::optional<bool> seen;
  for (int i = 0; i < kSchedules; ++i) {
    const std::optional<Trial> trial = trials_.run(orderings_, i != 0, inputs);
    if (!trial) continue;
    if (trial->failed) return true;
    seen = false;
  }
  return seen;
}

Search::Broken Search::try_broken(const Truth& truth) {
  Broken seen = Broken::impossible;
  const std::vector<expr::Expr> rest = held_of(without(truth));
  for (int i = 0; i < kFewInputs; ++i) {
    const std::optional<Values> values = draw_.draw(rest, truth.held);
    if (!values) return seen;
    const std::optional<bool> failed = fails(*values);
    if (trials_.over() || (failed && !*failed)) return Broken::may_pass;
    if (failed) seen = Broken::always_fails;
  }
  return seen;
}

bool Search::leave_out(Broken which) {
  bool changed = false;
  for (const Truth& truth : Truths(kept_)) {
    if (trials_.over() || try_broken(truth) != which) continue;
    kept_ = without(truth);
    changed = true;
  }
  return changed;
}

// First what may as well be otherwise, then what follows from the rest.
void Search::leave_out_what_does_not_matter() {
  while (leave_out(Broken::always_fails) || leave_out(Broken::impossible)) {
  }
}

void Search::sample() {
  samples_.clear();
  condition_.runs = condition_.failed = 0;
  const std::vector<expr::Expr> wanted = held_of(kept_);
  for (int i = 0; i < kManyInputs && !trials_.over(); ++i) {
    std::optional<Values> values = draw_.draw(wanted, std::nullopt);
    if (!values) return;
    const std::optional<bool> failed = fails(*values);
    if (!failed) continue;
    ++condition_.runs;
    condition_.failed += *failed ? 1 : 0;
    samples_.push_back({*failed, std::move(*values)});
  }
}

// A truth that held for all inputs that failed and not for some of the others: the one that is missing in most.
bool Search::add_what_tells_them_apart() {
  const Truth* best = nullptr;
  std::ptrdiff_t most = 0;
  for (const Truth& candidate : all_) {
    const auto missing = [&](bool failed) {
      return std::count_if(samples_.begin(), samples_.end(), [&](const Sample& sample) {
        return sample.failed == failed && !draw_.holds(candidate.held, sample.values);
      });
    };
    const std::ptrdiff_t score = missing(false) - missing(true);
    if (score > most) {
      most = score;
      best = &candidate;
    }
  }
  if (best == nullptr) return false;
  kept_.push_back(*best);
  return true;
}

void Search::count_broken() {
  for (const Truth& truth : kept_) {
    const std::vector<expr::Expr> rest = held_of(without(truth));
    for (int i = 0; i < kSomeInputs && !trials_.over(); ++i) {
      const std::optional<Values> values = draw_.draw(rest, truth.held);
      if (!values) break;
      const std::optional<bool> failed = fails(*values);
      if (!failed) continue;
      ++condition_.broken_runs;
      condition_.broken_failed += *failed ? 1 : 0;
    }
  }
}

}  // namespace

std::optional<Condition> find_condition(Trials& trials, const std::vector<Ordering>& orderings, Solving& solving) {
  if (trials.told().inputs.empty()) return std::nullopt;
  const std::optional<Trace> followed = trials.again(SLEAVE_RECORD_TRUTHS);
  if (!followed || followed->truths.empty()) return std::nullopt;
  const std::optional<expr::Path> path = solving.path_of(*followed);
  if (!path) return std::nullopt;
  return Search(trials, orderings, solving, *followed, *path).find();
}

}  // namespace sleave
