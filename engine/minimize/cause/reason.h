// Reason: the few parts of a failing run's circumstances that make it fail, found by experiment. As long as all of them
// hold it fails, and with one of them broken it may not. Parts are orderings (cause.h) and path constraints on inputs
// (condition.h); docs/internals/minimizing.md describes the search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace sleave {

template <typename Part>
struct Reason {
  std::vector<Part> parts;        // may be empty: it fails whatever holds
  std::uint64_t runs = 0;         // in which all of them held, otherwise random,
  std::uint64_t failed = 0;       // and those of them that failed in the same way
  std::uint64_t broken_runs = 0;  // the same with one of them broken
  std::uint64_t broken_failed = 0;
};

// The result of an attempt to make a run of a certain kind.
template <typename Sample>
struct Attempted {
  bool possible = true;  // else there is no such run, and no use in asking again
  std::optional<Sample> sample{};
};

// `Experiments` makes the runs. It has
//
//   Part                                    with ==
//   Sample                                  what is known of a run; its bool `failed`
//   std::vector<Part> candidates()          what may be added, preferred parts first; more as it sees more runs
//   Attempted<Sample> kept(parts, n)        the n-th run in which all of them hold
//   Attempted<Sample> challenged(parts)     one more, made so that it shows what those do not, if there is such a thing
//   Attempted<Sample> broken(part, rest, n) the n-th in which `part` does not, and `rest` does if that can be
//   bool goes_without_saying(part, rest)    of a part that cannot be broken while the rest holds: no need to report it
//   bool may_be_taken_by(parts, part)       whether it is worth looking if it takes `part` for `parts` to hold
//   std::vector<Part> weaker(part)          parts that ask for less than it does: each holds wherever it does
//   bool is_missing(part, sample)           it did not hold there
//   void learn(sample)                      of a run that passed: there may be more candidates now
//   const std::vector<Sample>& fresh()      runs that were made without regard to any part
//   bool counts(sample)                     of those: it says something about the failure,
//   bool all_hold(parts, sample)            and all of them hold there
//   bool over()                             no more runs
template <typename Experiments>
class ReasonSearch {
 public:
  using Part = typename Experiments::Part;
  using Sample = typename Experiments::Sample;
  using Parts = std::vector<Part>;

  // `parts` all held in the failing run.
  ReasonSearch(Experiments& experiments, Parts parts)
      : experiments_(experiments),
        kept_(std::move(parts)),
        few_(std::clamp(kRunsToBegin / std::max(1, static_cast<int>(kept_.size())), kFewRuns, kSomeRuns)) {}

  // Nothing if no set of parts explains it.
  std::optional<Reason<Part>> find() {
    leave_out_what_does_not_matter();
    for (int round = 0; !experiments_.over(); ++round) {
      sample();
      if (reason_.failed == reason_.runs || round == kRounds || !add_what_tells_them_apart()) break;
      leave_out_what_does_not_matter();
    }
    if (reason_.failed == reason_.runs) loosen();
    if (reason_.failed == reason_.runs) add_what_it_takes();
    count_broken();
    if (reason_.failed == reason_.runs) withstand_challenges();
    face_fresh_runs();
    reason_.parts = kept_;
    // Many parts, none of which was shown to matter because no runs were left, explain nothing.
    const bool tried = reason_.broken_runs > 0 || kept_.size() <= kFewParts || !experiments_.over();
    const bool explains = tried && reason_.runs > 0 && (2 * reason_.failed > reason_.runs || fails_much_more_often());
    return explains ? std::optional(std::move(reason_)) : std::nullopt;
  }

 private:
  static constexpr int kFewRuns = 5;  // to see whether a part matters, or more if there are few parts:
  static constexpr int kRunsToBegin = 120;
  static constexpr int kSomeRuns = 12;  // with a part of the result broken
  static constexpr int kManyRuns = 40;  // with all of them; to see whether a part matters that was known to
  static constexpr int kRounds = 6;
  static constexpr int kLoosenings = 3;  // of one part
  static constexpr std::size_t kFewParts = 3;

  static bool contains(const Parts& parts, const Part& part) {
    return std::find(parts.begin(), parts.end(), part) != parts.end();
  }

  [[nodiscard]] Parts without(const Part& one) const {
    Parts rest;
    std::copy_if(kept_.begin(), kept_.end(), std::back_inserter(rest),
                 [&](const Part& other) { return !(other == one); });
    return rest;
  }

  enum class Broken { impossible, always_fails, may_pass };

  Broken try_broken(const Part& part) {
    Broken seen = Broken::impossible;
    const Parts rest = without(part);
    if (passes_often(fresh_without(part, rest))) return Broken::may_pass;
    const int most = contains(added_, part) ? kManyRuns : few_;
    for (int i = 0; i < most; ++i) {
      const Attempted<Sample> attempt = experiments_.broken(part, rest, i);
      if (experiments_.over() || (attempt.sample && !attempt.sample->failed)) return Broken::may_pass;
      if (!attempt.possible) return seen;
      if (attempt.sample) seen = Broken::always_fails;
      if (seen == Broken::impossible && i + 1 == kFewRuns) return seen;
    }
    return seen;
  }

  bool leave_out(Broken which) {
    bool changed = false;
    for (const Part& part : Parts(kept_)) {
      if (experiments_.over() || try_broken(part) != which) continue;
      if (which == Broken::impossible && !experiments_.goes_without_saying(part, without(part))) continue;
      kept_ = without(part);
      changed = true;
    }
    return changed;
  }

  // First drops parts that may be reversed without effect. Then those that cannot be reversed as long as the others
  // hold, where that need not be reported. In the other order, a strong part would displace the weaker one that the
  // failure needs.
  void leave_out_what_does_not_matter() {
    while (leave_out(Broken::always_fails) || leave_out(Broken::impossible)) {
    }
  }

  void sample() {
    samples_.clear();
    reason_.runs = reason_.failed = 0;
    for (int i = 0; i < 2 * kManyRuns && reason_.runs < kManyRuns && !experiments_.over(); ++i) {
      Attempted<Sample> attempt = experiments_.kept(kept_, i);
      if (!attempt.possible) return;
      if (!attempt.sample) continue;
      ++reason_.runs;
      reason_.failed += attempt.sample->failed ? 1 : 0;
      samples_.push_back(std::move(*attempt.sample));
      const std::uint64_t passed = reason_.runs - reason_.failed;
      if (passed >= kSomeRuns && reason_.failed >= kFewRuns) return;  // there is something to distinguish
    }
  }

  // Whether there is a run among some more that does not fail. They count then.
  bool challenge() {
    std::vector<Sample> more;
    for (int i = 0; i < kManyRuns && !experiments_.over(); ++i) {
      Attempted<Sample> attempt = experiments_.challenged(kept_);
      if (!attempt.possible) break;
      if (attempt.sample) more.push_back(std::move(*attempt.sample));
    }
    if (std::all_of(more.begin(), more.end(), [](const Sample& sample) { return sample.failed; })) return false;
    for (Sample& sample : more) {
      ++reason_.runs;
      reason_.failed += sample.failed ? 1 : 0;
      samples_.push_back(std::move(sample));
    }
    return true;
  }

  // If what is then added is not enough either, it stays as it was, with the runs that speak against it.
  void withstand_challenges() {
    if (!challenge()) return;
    const auto before = std::tuple(kept_, samples_, reason_);
    bool passed = true;
    for (int round = 0; round < kRounds && passed && !experiments_.over() && add_what_tells_them_apart(); ++round) {
      leave_out_what_does_not_matter();
      sample();
      passed = reason_.failed < reason_.runs || challenge();
    }
    count_broken();
    if (passed || reason_.runs < kFewRuns || reason_.broken_runs == 0) std::tie(kept_, samples_, reason_) = before;
  }

  // The fresh runs in which all parts hold, or in which one does not.
  std::vector<const Sample*> fresh_runs(bool kept) {
    std::vector<const Sample*> runs;
    for (const Sample& sample : experiments_.fresh()) {
      if (!experiments_.counts(sample)) continue;
      const auto is_broken = [&](const Part& part) { return experiments_.is_missing(part, sample); };
      const bool fits =
          kept ? experiments_.all_hold(kept_, sample) : std::any_of(kept_.begin(), kept_.end(), is_broken);
      if (fits) runs.push_back(&sample);
    }
    return runs;
  }

  // The fresh runs in which `rest` holds and `part` does not.
  std::vector<const Sample*> fresh_without(const Part& part, const Parts& rest) {
    std::vector<const Sample*> runs;
    for (const Sample& sample : experiments_.fresh()) {
      const bool fits =
          experiments_.counts(sample) && experiments_.is_missing(part, sample) && experiments_.all_hold(rest, sample);
      if (fits) runs.push_back(&sample);
    }
    return runs;
  }

  // One of twenty at least. A part without which it fails nearly every time says nothing about the failure.
  static bool passes_often(const std::vector<const Sample*>& runs) {
    return !runs.empty() && 20 * (runs.size() - failures_of(runs)) >= runs.size();
  }

  static std::uint64_t failures_of(const std::vector<const Sample*>& runs) {
    return static_cast<std::uint64_t>(
        std::count_if(runs.begin(), runs.end(), [](const Sample* sample) { return sample->failed; }));
  }

  // Some of those in which all parts hold, in addition to the others: enough to distinguish them.
  void add_fresh_samples() {
    std::uint64_t room[2] = {kSomeRuns, kManyRuns};  // for those that passed, and that failed
    for (const Sample* sample : fresh_runs(true)) {
      if (room[sample->failed ? 1 : 0] == 0) continue;
      --room[sample->failed ? 1 : 0];
      ++reason_.runs;
      reason_.failed += sample->failed ? 1 : 0;
      samples_.push_back(*sample);
    }
  }

  // What was tried so far was made from the failing run. Runs that were not must agree, or parts are missing. They are
  // counted with the others in the end, whatever came of it.
  void face_fresh_runs() {
    const auto passed = [&] { return fresh_runs(true).size() - failures_of(fresh_runs(true)); };
    for (int round = 0; round < kRounds && passed() != 0 && !experiments_.over(); ++round) {
      const auto before = std::tuple(kept_, samples_, reason_);
      const std::size_t exceptions = passed();
      add_fresh_samples();
      bool better = add_what_tells_them_apart();
      if (better) {
        leave_out_what_does_not_matter();
        sample();
        count_broken();
        better = passed() < exceptions && passes_often(fresh_runs(false)) && reason_.runs >= kFewRuns &&
                 2 * reason_.failed > reason_.runs;
      }
      if (better) continue;
      std::tie(kept_, samples_, reason_) = before;
      break;
    }
    const std::vector<const Sample*> kept = fresh_runs(true);
    reason_.runs += kept.size();
    reason_.failed += failures_of(kept);
    const std::vector<const Sample*> broken = fresh_runs(false);
    reason_.broken_runs += broken.size();
    reason_.broken_failed += failures_of(broken);
  }

  // In a third of the runs at least, and four times as often as with a part broken: much of the reason is there.
  [[nodiscard]] bool fails_much_more_often() const {
    return 3 * reason_.failed >= reason_.runs && reason_.broken_runs > 0 &&
           reason_.failed * reason_.broken_runs > 4 * reason_.broken_failed * reason_.runs;
  }

  // The share of the runs of `samples` that failed, or passed, in which `part` did not hold.
  double missing(const Part& part, const std::vector<Sample>& samples, bool failed) {
    std::ptrdiff_t all = 0;
    std::ptrdiff_t without = 0;
    for (const Sample& sample : samples) {
      if (sample.failed != failed) continue;
      ++all;
      without += experiments_.is_missing(part, sample) ? 1 : 0;
    }
    return all == 0 ? 0 : static_cast<double>(without) / static_cast<double>(all);
  }

  // What is missing in most of those that passed, and in few that failed (Youden's index).
  std::optional<Part> tells_apart(const std::vector<Sample>& samples) {
    for (const Sample& sample : samples) {
      if (!sample.failed) experiments_.learn(sample);
    }
    return best_of(experiments_.candidates(), samples);
  }

  std::optional<Part> best_of(const Parts& candidates, const std::vector<Sample>& samples) {
    std::optional<Part> best;
    double most = 0;
    for (const Part& candidate : candidates) {
      if (contains(kept_, candidate)) continue;
      const double score = missing(candidate, samples, false) - missing(candidate, samples, true);
      if (score <= most) continue;
      most = score;
      best = candidate;
    }
    return best;
  }

  void add(const Part& part) {
    kept_.push_back(part);
    if (!contains(added_, part)) added_.push_back(part);
  }

  bool add_what_tells_them_apart() {
    const std::optional<Part> best = tells_apart(samples_);
    if (best) add(*best);
    return best.has_value();
  }

  // Some of these runs in addition to arranged ones, which consist of what the failing run reached and may all fail.
  static void add_some(const std::vector<const Sample*>& runs, std::vector<Sample>& samples) {
    int room[2] = {kSomeRuns, kSomeRuns};  // for those that passed, and that failed
    for (const Sample* sample : runs) {
      if (room[sample->failed ? 1 : 0]-- > 0) samples.push_back(*sample);
    }
  }

  // What was so in all of these runs that failed, and in none that passed: best a part like the others, else one that
  // asks for less than `part` does.
  std::optional<Part> instead_of(const Part& part, const std::vector<Sample>& broken) {
    if (std::none_of(broken.begin(), broken.end(), [](const Sample& sample) { return sample.failed; })) {
      return std::nullopt;
    }
    const auto fits = [&](const std::optional<Part>& other) {
      return other && missing(*other, broken, true) == 0 && missing(*other, broken, false) == 1;
    };
    if (const std::optional<Part> other = tells_apart(broken); fits(other)) return other;
    const std::optional<Part> weaker = best_of(experiments_.weaker(part), broken);
    return fits(weaker) ? weaker : std::nullopt;
  }

  // Where the run may fail with a part broken too, that part demands more than is needed: an ordering of a later
  // operation of the thread may be enough. A weaker part that separates these runs from those that pass replaces it, if
  // it is sufficient.
  void loosen() {
    for (const Part& part : Parts(kept_)) {
      std::optional<Part> other = loosened(part);
      for (int i = 1; other && i < kLoosenings; ++i) other = loosened(*other);
    }
  }

  // What took the place of `part`.
  std::optional<Part> loosened(const Part& part) {
    std::vector<Sample> broken;
    const Parts rest = without(part);
    for (int i = 0; i < 2 * kSomeRuns && !experiments_.over(); ++i) {
      Attempted<Sample> attempt = experiments_.broken(part, rest, i);
      if (!attempt.possible) break;
      if (attempt.sample) broken.push_back(std::move(*attempt.sample));
    }
    add_some(fresh_without(part, rest), broken);
    const std::optional<Part> other = instead_of(part, broken);
    if (!other) return std::nullopt;
    const auto before = std::tuple(kept_, samples_, reason_);
    kept_ = rest;
    add(*other);
    sample();
    const bool enough = reason_.failed == reason_.runs && 2 * reason_.runs >= std::get<2>(before).runs;
    if (enough && !passes_often(fresh_runs(true))) return other;
    std::tie(kept_, samples_, reason_) = before;
    return std::nullopt;
  }

  // What held in all of these runs and cannot be otherwise while the parts hold: how it comes to them. Only where
  // little is said so far.
  void add_what_it_takes() {
    int looked_at = 0;
    for (const Part& candidate : experiments_.candidates()) {
      if (kept_.size() > kFewParts || looked_at == kSomeRuns || experiments_.over()) return;
      if (contains(kept_, candidate) || !experiments_.may_be_taken_by(kept_, candidate) ||
          missing(candidate, samples_, true) > 0)
        continue;
      ++looked_at;
      if (try_broken(candidate) == Broken::impossible && !experiments_.goes_without_saying(candidate, kept_)) {
        kept_.push_back(candidate);
      }
    }
  }

  void count_broken() {
    reason_.broken_runs = reason_.broken_failed = 0;
    for (const Part& part : kept_) {
      for (int i = 0; i < kSomeRuns && !experiments_.over(); ++i) {
        const Attempted<Sample> attempt = experiments_.broken(part, without(part), i);
        if (!attempt.possible) break;
        if (!attempt.sample) continue;
        ++reason_.broken_runs;
        reason_.broken_failed += attempt.sample->failed ? 1 : 0;
      }
    }
  }

  Experiments& experiments_;
  Parts kept_;
  int few_;
  Parts added_;                  // at some time, because runs without it passed: a few failures do not refute that
  std::vector<Sample> samples_;  // in which all that is kept held
  Reason<Part> reason_;
};

}  // namespace sleave
