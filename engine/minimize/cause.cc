#include "engine/minimize/cause.h"

#include <algorithm>

namespace sleave {
namespace {

constexpr std::size_t kMostCandidates = 60;  // of each sort
constexpr std::size_t kMostPoints = 2'000;   // all pairs of them are looked at
constexpr int kFewRuns = 5;                  // to see whether an ordering matters
constexpr int kSomeRuns = 12;                // with an ordering of the result reversed
constexpr int kManyRuns = 40;                // with all of them
constexpr int kRounds = 4;

using Orderings = std::vector<Ordering>;

Orderings without(const Orderings& all, const Ordering& one) {
  Orderings rest;
  std::copy_if(all.begin(), all.end(), std::back_inserter(rest), [&](const Ordering& other) { return other != one; });
  return rest;
}

class Search {
 public:
  explicit Search(Trials& trials) : trials_(trials) {
    const Trace& told = trials.told();
    candidates_ = conflict_orderings(told);
    kept_ = Orderings(candidates_.begin(),
                      candidates_.begin() + static_cast<std::ptrdiff_t>(std::min(candidates_.size(), kMostCandidates)));
    candidates_ = kept_;
    add_candidates(implied_conflict_orderings(told));
    add_candidates(switch_orderings(told));
  }

  std::optional<Cause> find() {
    leave_out_what_does_not_matter();
    for (int round = 0; !trials_.over(); ++round) {
      sample();
      if (cause_.failed == cause_.runs || round == kRounds || !add_what_tells_them_apart()) break;
      leave_out_what_does_not_matter();
    }
    count_reversals();
    cause_.orderings = kept_;
    const bool explains = cause_.runs > 0 && 2 * cause_.failed > cause_.runs;
    return explains ? std::optional(std::move(cause_)) : std::nullopt;
  }

 private:
  // Up to as many again: where one tells as much as another, the earlier is taken.
  void add_candidates(const Orderings& more) {
    const std::size_t most = candidates_.size() + kMostCandidates;
    for (const Ordering& ordering : more) {
      if (candidates_.size() == most) break;
      if (std::find(candidates_.begin(), candidates_.end(), ordering) == candidates_.end()) {
        candidates_.push_back(ordering);
      }
    }
  }

  std::optional<Trial> run_reversed(const Ordering& ordering, bool at_random);
  enum class Reversal { impossible, always_fails, may_pass };
  Reversal try_reversed(const Ordering& ordering);
  bool leave_out(Reversal which);
  void leave_out_what_does_not_matter();
  void sample();
  bool add_what_tells_them_apart();
  void count_reversals();

  Trials& trials_;
  Orderings candidates_;
  Orderings kept_;
  std::vector<Trial> samples_;  // in which all that is kept held
  Cause cause_;
};

// The rest as it is, where that is possible; else whatever the nearest schedule makes of it.
std::optional<Trial> Search::run_reversed(const Ordering& ordering, bool at_random) {
  Orderings wanted = without(kept_, ordering);
  wanted.push_back(ordering.reversed());
  std::optional<Trial> sample = trials_.run(wanted, at_random);
  if (!sample) sample = trials_.run({ordering.reversed()}, at_random);
  if (!sample || held(ordering, sample->moments) != Held::no) return std::nullopt;
  return sample;
}

Search::Reversal Search::try_reversed(const Ordering& ordering) {
  Reversal seen = Reversal::impossible;
  for (int i = 0; i < kFewRuns; ++i) {
    const std::optional<Trial> sample = run_reversed(ordering, i != 0);
    if (trials_.over() || (sample && !sample->failed)) return Reversal::may_pass;
    if (sample) seen = Reversal::always_fails;
  }
  return seen;
}

bool Search::leave_out(Reversal which) {
  bool changed = false;
  for (const Ordering& ordering : Orderings(kept_)) {
    if (trials_.over() || try_reversed(ordering) != which) continue;
    kept_ = without(kept_, ordering);
    changed = true;
  }
  return changed;
}

// First what may as well be reversed. Then what cannot be as long as the others hold: it follows from them. The other
// way round, a strong ordering would push out the weaker one that the failure needs.
void Search::leave_out_what_does_not_matter() {
  while (leave_out(Reversal::always_fails) || leave_out(Reversal::impossible)) {
  }
}

void Search::sample() {
  samples_.clear();
  cause_.runs = cause_.failed = 0;
  for (int i = 0; i < kManyRuns && !trials_.over(); ++i) {
    std::optional<Trial> sample = trials_.run(kept_, true);
    if (!sample || !all_held(kept_, *sample)) continue;
    ++cause_.runs;
    cause_.failed += sample->failed;
    samples_.push_back(std::move(*sample));
  }
}

// An ordering that held in all samples that failed and not in some of the others: the one that is missing in most.
bool Search::add_what_tells_them_apart() {
  const Ordering* best = nullptr;
  std::ptrdiff_t most = 0;
  for (const Ordering& candidate : candidates_) {
    if (std::find(kept_.begin(), kept_.end(), candidate) != kept_.end()) continue;
    const auto missing = [&](bool failed) {
      return std::count_if(samples_.begin(), samples_.end(), [&](const Trial& sample) {
        return sample.failed == failed && held(candidate, sample.moments) == Held::no;
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

void Search::count_reversals() {
  for (const Ordering& ordering : kept_) {
    for (int i = 0; i < kSomeRuns && !trials_.over(); ++i) {
      const std::optional<Trial> sample = run_reversed(ordering, i != 0);
      if (!sample) continue;
      ++cause_.reversed_runs;
      cause_.reversed_failed += sample->failed;
    }
  }
}

}  // namespace

std::optional<Cause> find_cause(Trials& trials) {
  const Trace& told = trials.told();
  if (told.header.events > kMostPoints || told.header.dropped != 0) return std::nullopt;
  return Search(trials).find();
}

}  // namespace sleave
