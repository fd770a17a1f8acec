#include "engine/minimize/cause/cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "abi/words.h"
#include "engine/analyze/names/place.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

constexpr std::size_t kMostCandidates = 60;  // of each sort
constexpr std::size_t kMostPoints = 2'000;   // all pairs of them are looked at
constexpr std::size_t kMostAlone = 50'000;   // before the second thread is created

using Orderings = std::vector<Ordering>;

// Up to so many.
Orderings first_of(const Orderings& all) {
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), kMostCandidates))};
}

class OrderingExperiments {
 public:
  using Part = Ordering;
  using Sample = Trial;

  explicit OrderingExperiments(Trials& trials) : trials_(trials), reported_(trials.reported()) {
    direct_ = first_of(conflict_orderings(trials.reported(), trials.reported()));
    add(direct_);
    add(implied_conflict_orderings(trials.reported(), trials.reported()));
    switches_ = switch_orderings(trials.reported());
  }

  [[nodiscard]] const Orderings& conflicts() const { return direct_; }

  // Where one tells as much as another, the earlier is taken: conflicts before mere switches.
  [[nodiscard]] Orderings candidates() {
    for (; seen_ < trials_.learned().size(); ++seen_) add_learned(trials_.learned()[seen_]);
    Orderings all = candidates_;
    const Orderings more = first_of(switches_);
    std::copy_if(more.begin(), more.end(), std::back_inserter(all),
                 [&](const Ordering& one) { return !known_.contains(one); });
    return all;
  }

  // Most runs are free, for an arranged one says little about orders that nobody thought of. But where free ones never
  // have it so, all are arranged.
  Attempted<Trial> kept(const Orderings& parts, int number) {
    if (number == 0) free_runs_ = free_held_ = 0;
    const bool freely = number % 3 != 0 && (free_runs_ < kFreeRuns || free_held_ != 0);
    std::optional<Trial> trial = freely ? trials_.run_freely() : trials_.run(parts, Arranger::Kind::any);
    const bool holds = trial && !trial->cut_short && all_held(parts, *trial);
    free_runs_ += freely ? 1 : 0;
    free_held_ += freely && holds ? 1 : 0;
    if (!holds) return {};
    return {.sample = std::move(trial)};
  }

  // A run that fails does not show what its threads would have done next, and so no order that this is part of.
  Attempted<Trial> challenged(const Orderings& parts) {
    std::optional<Trial> trial = trials_.run(parts, Arranger::Kind::further);
    if (!trial || trial->cut_short || !all_held(parts, *trial)) return {};
    return {.sample = std::move(trial)};
  }

  // The rest as it is, where that is possible; else whatever the nearest schedule makes of it. Where an operation of
  // the rest does not happen any more, that is because this part is broken.
  Attempted<Trial> broken(const Ordering& part, const Orderings& rest, int number) {
    if (follows(part, rest, reported_)) return {.possible = false};
    Orderings wanted = rest;
    wanted.push_back(part.reversed());
    const Arranger::Kind kind = number == 0 ? Arranger::Kind::near : Arranger::Kind::any;
    std::optional<Trial> trial = trials_.run(wanted, kind);
    const auto is_lost = [&](const Ordering& other) {
      return held(other, trial->moments) == Held::no && trial->moments.find(other.first);
    };
    if (trial && std::any_of(rest.begin(), rest.end(), is_lost)) return {};
    if (!trial) trial = trials_.run({part.reversed()}, kind);
    if (!trial || held(part, trial->moments) != Held::no) return {};
    return {.sample = std::move(trial)};
  }

  // By the order within threads alone, or because it is so in every run. What else cannot be reversed while the rest
  // holds is how the program comes to the rest: that two threads are in the critical section at once follows from what
  // each of them read before the other had written, and that is the cause.
  [[nodiscard]] bool goes_without_saying(const Ordering& part, const Orderings& rest) {
    if (follows(part, rest, reported_)) return true;
    for (int i = 0; i < kRunsToReverse && !over(); ++i) {
      if (broken(part, {}, i).sample) return false;
    }
    return true;
  }

  // A conflict that happened in the reported run, where the order within threads alone does not make it so. None if
  // there is no part: then any order will do.
  [[nodiscard]] bool may_be_taken_by(const Orderings& parts, const Ordering& part) const {
    return !parts.empty() && known_.contains(part) && reported_.find(part.second) && !follows(part, parts, reported_);
  }

  // That its first operation comes before a later one of the other thread, or an earlier one of the same thread before
  // its second: nearest first.
  [[nodiscard]] Orderings weaker(const Ordering& part) const {
    Orderings all;
    const std::optional<std::uint64_t> first = reported_.find(part.first);
    const std::optional<std::uint64_t> second = reported_.find(part.second);
    for (const Moments::Point& point : reported_.points()) {
      const bool later = point.moment.thread == part.second.thread && second && point.event > *second;
      if (later) all.push_back({part.first, point.moment});
    }
    const auto pending = reported_.pending().find(part.second.thread);
    if (second && pending != reported_.pending().end()) all.push_back({part.first, pending->second});
    for (auto point = reported_.points().rbegin(); point != reported_.points().rend(); ++point) {
      const bool earlier = point->moment.thread == part.first.thread && first && point->event < *first;
      if (earlier) all.push_back({point->moment, part.second});
    }
    return first_of(all);
  }

  [[nodiscard]] static bool is_missing(const Ordering& part, const Trial& trial) {
    return held(part, trial.moments) == Held::no;
  }

  [[nodiscard]] const std::vector<Trial>& fresh() { return trials_.fresh(); }
  [[nodiscard]] static bool counts(const Trial& trial) { return trial.as_chosen && !trial.cut_short; }
  [[nodiscard]] static bool all_hold(const Orderings& parts, const Trial& trial) { return all_held(parts, trial); }

  void learn(const Trial& passed) {
    if (!passed.cut_short) trials_.learn(passed);
  }

  [[nodiscard]] bool over() const { return trials_.over(); }

 private:
  void add(const Orderings& more) {
    std::size_t added = 0;
    for (const Ordering& ordering : more) {
      if (added == kMostCandidates) break;
      if (!known_.insert(ordering).second) continue;
      candidates_.push_back(ordering);
      ++added;
    }
  }

  // What was the other way round in a run that passed.
  void add_learned(const Trace& passed) {
    for (const auto& conflicts : {conflict_orderings, implied_conflict_orderings}) {
      Orderings turned;
      for (const Ordering& ordering : conflicts(passed, trials_.reported())) {
        if (held(ordering.reversed(), reported_) == Held::yes) turned.push_back(ordering.reversed());
      }
      add(turned);
    }
  }

  static constexpr int kFreeRuns = 10;      // to see whether they ever do
  static constexpr int kRunsToReverse = 5;  // an ordering by itself

  Trials& trials_;
  Moments reported_;
  Orderings direct_;
  Orderings candidates_;
  Orderings switches_;
  std::set<Ordering> known_;
  std::size_t seen_ = 0;  // of what the trials have learned
  int free_runs_ = 0;     // made to keep the present parts,
  int free_held_ = 0;     // and those in which they held
};

// What to shorten: " (1500 of the steps are at spin.cc:12)".
std::string busiest_place(const Trace& reported, Symbolizer& symbolizer) {
  std::map<sleave_site, std::pair<std::uint64_t, std::uint64_t>> sites;  // how many events, and the first
  for (std::uint64_t i = 0; i < reported.events.size(); ++i) {
    if (is_point(reported.events[i].kind)) ++sites.try_emplace(reported.events[i].site, 0, i).first->second.first;
  }
  std::map<std::string, std::uint64_t> places;
  for (const auto& [site, seen] : sites) {
    const Frame frame = event_place(reported, seen.second, symbolizer);
    if (frame.line != 0) places[place_text(frame)] += seen.first;
  }
  const auto busiest =
      std::max_element(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (busiest == places.end()) return "";
  return fmt::format(" ({} of the steps are at {})", busiest->second, busiest->first);
}

}  // namespace

std::string why_not_to_try(const Trace& reported, Symbolizer& symbolizer) {
  if (reported.header.dropped != 0) return "its run was too long to be recorded; do less in the test";
  const auto begin = reported.events.begin();
  const auto alone =
      static_cast<std::uint64_t>(std::count_if(begin, begin + static_cast<std::ptrdiff_t>(first_with_threads(reported)),
                                               [](const sleave_event& event) { return is_point(event.kind); }));
  const std::uint64_t steps = reported.header.events - std::min(alone, reported.header.events);
  if (steps <= kMostPoints && alone <= kMostAlone) return "";
  return fmt::format("its run has {} steps, and only runs of up to {} are explained; do less in the test{}",
                     reported.header.events, kMostPoints, busiest_place(reported, symbolizer));
}

std::optional<Cause> find_cause(Trials& trials) {
  OrderingExperiments experiments(trials);
  std::optional<Reason<Ordering>> reason = ReasonSearch(experiments, experiments.conflicts()).find();
  if (!reason) return std::nullopt;
  return Cause{std::move(*reason), {trials.learned().begin(), trials.learned().end()}};
}

std::string why_no_cause(const Trials& trials) {
  return trials.over() ? "its budget of runs is used up" : "no order was found in which it fails more often than not";
}

}  // namespace sleave
