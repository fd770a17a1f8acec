#include "engine/minimize/reduce/reduce.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/minimize/reduce/size.h"
#include "engine/minimize/reduce/smaller_shapes.h"
#include "engine/minimize/reduce/straighten.h"
#include "engine/trace/schedule.h"

namespace sleave {
namespace {

using Decisions = std::vector<sleave_decision>;
using Segments = std::vector<Schedule::Segment>;

// Unwinding at each event of a longer run takes its time.
constexpr std::uint64_t kEventsWithStacks = 5'000;

constexpr std::uint64_t kEventsOfLong = 20'000;
// Preemptions with which a long run is explained (near_cause.cc).
constexpr std::uint32_t kFewOfLong = 4;

// Points before the last preemption that stay as they are when the run is straightened.
constexpr std::size_t kSmallestWindow = 16;
constexpr std::size_t kLargerWindow = 8;

// Random schedules that are tried to do without choices.
constexpr std::uint64_t kPlainRuns = 500;

// Runs with one old store each that are tried to do with one instead of several.
constexpr std::uint64_t kFresherRuns = 300;

// A run with more of them than this is compared with others that fail: kRunsElsewhere are made, and kStarts that fail
// are reduced.
constexpr std::uint32_t kFewPreemptions = 2;
constexpr std::uint64_t kRunsElsewhere = 300;
constexpr std::uint64_t kStarts = 3;

bool reuses(const Trace& trace) {
  return std::any_of(trace.choices.begin(), trace.choices.end(), [](const sleave_trace_choice& choice) {
    return choice.kind == SLEAVE_CHOICE_reuse && choice.value != 0;
  });
}

bool is_old_store(const sleave_trace_choice& choice) {
  return choice.kind == SLEAVE_CHOICE_read_from || choice.kind == SLEAVE_CHOICE_place;
}

class Reduction {
 public:
  Reduction(Attempts& attempts, const Plan& plan, const Trace& failed)
      : attempts_(attempts), original_(plan), best_(&failed), size_(size_of(failed)), schedule_(schedule_of(failed)) {
    if (!reuses(failed)) original_.choices[SLEAVE_CHOICE_reuse] = {};
  }

  bool run() {
    bool any = is_long() && run_pass_of_long();
    for (bool improved = true; improved && !is_simple() && !attempts_.over(); any = any || improved) {
      improved = false;
      for (const auto pass :
           {&Reduction::plain, &Reduction::whole, &Reduction::threads, &Reduction::drop, &Reduction::fresher,
            &Reduction::merge, &Reduction::shorten, &Reduction::hurry, &Reduction::shapes, &Reduction::inputs}) {
        improved = (this->*pass)() || improved;
      }
    }
    return any;
  }

  // What takes few runs.
  bool run_pass_of_long() {
    bool any = false;
    for (const auto pass : {&Reduction::plain, &Reduction::whole, &Reduction::straight, &Reduction::cut,
                            &Reduction::straight, &Reduction::drop}) {
      if (!is_simple()) any = (this->*pass)() || any;
    }
    straightened_ = true;
    return any;
  }

  [[nodiscard]] const RunSize& size() const { return size_; }

  // After `run` said that there is one.
  Reduced take() {
    Plan plan = original_;
    plan.stop_at_race = stop_at_race_;
    plan = plan_from_trace(*best_, plan);
    return {std::move(plan), std::move(own_)};
  }

 private:
  bool accept(const Decisions& decisions);
  bool accept(Plan plan);
  bool accept(Segments segments);
  bool plain();
  bool fresher();
  bool whole();
  bool straight();
  bool straight(Atomics atomics);
  bool cut();
  bool threads();
  bool drop();
  bool drop_chunks(std::size_t length);
  bool merge();
  bool shorten();
  bool hurry();
  bool shapes();
  bool inputs();
  bool simplify_byte(std::size_t input, std::size_t byte);
  [[nodiscard]] bool is_long() const { return best_->header.events > kEventsOfLong; }
  [[nodiscard]] bool has_few(std::uint32_t preemptions) const {
    return is_long() && size_.choices == 0 && size_.preemptions <= preemptions;
  }
  // Of a long run: further passes would cost many runs and gain little.
  [[nodiscard]] bool is_simple() const { return has_few(straightened_ ? kFewOfLong : 1); }
  [[nodiscard]] bool has_dropped_enough() const { return attempts_.over() || has_few(kFewPreemptions); }

  Attempts& attempts_;
  Plan original_;      // without the reuse of addresses once a run without it failed
  const Trace* best_;  // so far: the one that was found, or
  Trace own_;          // the last that was accepted; a trace may be too large for copies
  RunSize size_;
  Schedule schedule_;
  bool looked_for_plain_ = false;
  bool looked_for_fresher_ = false;
  bool straightened_ = false;  // the passes of long runs are done
  std::uint32_t stop_at_race_ = original_.stop_at_race;
};

// Runs it; keeps what came of it if it is smaller.
bool Reduction::accept(const Decisions& decisions) {
  Plan plan = plan_from_trace(*best_, original_);
  plan.decisions = decisions;
  return accept(std::move(plan));
}

bool Reduction::accept(Plan plan) {
  plan.record = SLEAVE_RECORD_POINTS;
  if (best_->header.events <= kEventsWithStacks) plan.record |= SLEAVE_RECORD_STACKS;
  plan.spin_repeats = original_.spin_repeats;  // what is not decided must not go round for ever
  plan.max_events = std::min(original_.max_events, 2 * best_->header.events + 1'000);
  std::optional<Trace> trace = attempts_.fails(plan);
  if (!trace) return false;
  const RunSize size = size_of(*trace);
  if (size >= size_) return false;
  own_ = std::move(*trace);
  best_ = &own_;
  size_ = size;
  attempts_.shortened(size_.switches);
  schedule_ = schedule_of(*best_);
  stop_at_race_ = plan.stop_at_race;
  original_.choices[SLEAVE_CHOICE_reuse] = plan.choices[SLEAVE_CHOICE_reuse];
  return true;
}

bool Reduction::accept(Segments segments) {
  normalize(segments);
  return accept(decisions_of({std::move(segments), schedule_.choices}));
}

bool Reduction::plain() {
  if (size_.choices == 0 || looked_for_plain_) return false;
  looked_for_plain_ = true;
  Plan same = plan_from_trace(*best_, original_);
  same.choices[SLEAVE_CHOICE_reuse] = {};
  if (reuses(*best_) && accept(std::move(same)) && size_.choices == 0) return true;
  for (std::uint64_t seed = 1; seed <= kPlainRuns && !attempts_.over(); ++seed) {
    Plan plan = plan_from_trace(*best_, original_);
    plan.decisions.clear();
    plan.choices = {};
    plan.tail_policy = SLEAVE_POLICY_random;
    plan.tail_seed = seed;
    if (accept(std::move(plan))) return true;
  }
  return false;
}

// Most failures that take several old stores also come about with one, somewhere else.
bool Reduction::fresher() {
  const auto old =
      static_cast<std::uint64_t>(std::count_if(best_->choices.begin(), best_->choices.end(), is_old_store));
  if (old < 2 || looked_for_fresher_) return false;
  looked_for_fresher_ = true;
  constexpr sleave_policy_kind kPolicies[] = {SLEAVE_POLICY_random, SLEAVE_POLICY_pos};
  const auto among = static_cast<std::uint32_t>(std::min<std::uint64_t>(best_->header.points, 1'000));
  for (std::uint64_t seed = 1; seed <= kFresherRuns && !attempts_.over(); ++seed) {
    Plan plan = plan_from_trace(*best_, original_);
    plan.decisions.clear();
    plan.choices = {};
    plan.choices[seed % 4 == 0 ? SLEAVE_CHOICE_place : SLEAVE_CHOICE_read_from] = {1, among};
    plan.tail_policy = kPolicies[seed / 2 % std::size(kPolicies)];
    plan.tail_seed = seed;
    if (accept(std::move(plan))) return true;
  }
  return false;
}

bool Reduction::whole() {
  if (accept(Decisions{})) return true;
  return !schedule_.choices.empty() && accept(Segments{});
}

// Straight up to a window before the last preemption: the smallest of some sizes with which it fails.
bool Reduction::straight(Atomics atomics) {
  const std::size_t end = last_preemption(*best_);
  for (std::size_t window = kSmallestWindow; window < end && !attempts_.over(); window *= kLargerWindow) {
    if (accept(straighten(*best_, end - window, atomics))) return true;
  }
  return false;
}

bool Reduction::straight() {
  if (has_few(kFewOfLong)) return false;
  return straight(Atomics::free) || straight(Atomics::ordered);
}

// Of a long run with thousands of decisions few matter, and often one: the last without which it passes, and some
// before that. Both are looked for by halving.
bool Reduction::cut() {
  const Decisions all = decisions_of(schedule_);
  const auto part = [&](std::size_t begin, std::size_t end) {
    return Decisions(all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(end));
  };
  std::size_t passes = 0;
  std::size_t end = all.size();
  while (end > passes + 1 && !attempts_.over()) {
    const std::size_t middle = std::midpoint(passes, end);
    (accept(part(0, middle)) ? end : passes) = middle;
  }
  bool any = end < all.size();
  for (std::size_t length = 1; length < end && !attempts_.over(); length *= 2) {
    if (!accept(part(end - length, end))) continue;
    any = true;
    break;
  }
  return any;
}

bool Reduction::threads() {
  bool any = false;
  for (auto thread = static_cast<std::uint32_t>(best_->threads.size()); thread-- > 1;) {
    Segments segments = schedule_.segments;
    const auto is_its = [&](const Schedule::Segment& segment) { return segment.thread == thread; };
    if (std::erase_if(segments, is_its) != 0 && accept(std::move(segments))) any = true;
  }
  return any;
}

// From the end, where what is superfluous leaves most of the run as it was.
bool Reduction::drop_chunks(std::size_t length) {
  bool any = false;
  Decisions decisions = decisions_of(schedule_);
  for (std::size_t end = decisions.size(); end > 0 && !has_dropped_enough();) {
    end = std::min(end, decisions.size());
    const std::size_t begin = end > length ? end - length : 0;
    Decisions fewer = decisions;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(begin), fewer.begin() + static_cast<std::ptrdiff_t>(end));
    if (accept(fewer)) {
      any = true;
      decisions = decisions_of(schedule_);
    }
    end = begin;
  }
  return any;
}

bool Reduction::drop() {
  bool any = false;
  for (std::size_t length = decisions_of(schedule_).size() / 2; length > 0 && !has_dropped_enough(); length /= 2) {
    any = drop_chunks(length) || any;
  }
  return any;
}

// The segment of the same thread before segment `i`, or `i` itself.
std::size_t segment_before(const Segments& segments, std::size_t i) {
  for (std::size_t j = i; j-- > 0;) {
    if (segments[j].thread == segments[i].thread) return j;
  }
  return i;
}

bool Reduction::merge() {
  bool any = false;
  for (std::size_t i = schedule_.segments.size(); i-- > 0 && !attempts_.over();) {
    i = std::min(i, schedule_.segments.size() - 1);
    const std::size_t before = segment_before(schedule_.segments, i);
    if (before == i) continue;
    const auto at = [](Segments& segments, std::size_t index) {
      return segments.begin() + static_cast<std::ptrdiff_t>(index);
    };
    Segments earlier = schedule_.segments;
    std::rotate(at(earlier, before + 1), at(earlier, i), at(earlier, i + 1));
    Segments later = schedule_.segments;
    std::rotate(at(later, before), at(later, before + 1), at(later, i));
    any = accept(std::move(earlier)) || accept(std::move(later)) || any;
  }
  return any;
}

bool Reduction::shorten() {
  bool any = false;
  for (std::size_t i = 0; i + 1 < schedule_.segments.size() && !attempts_.over(); ++i) {
    const std::uint64_t points = schedule_.segments[i].points;
    for (std::uint64_t cut = points / 2; cut > 0; cut /= 2) {
      if (i + 1 >= schedule_.segments.size() || schedule_.segments[i].points <= cut) break;
      Segments segments = schedule_.segments;
      segments[i].points -= cut;
      const auto next =
          std::find_if(segments.begin() + static_cast<std::ptrdiff_t>(i) + 1, segments.end(),
                       [&](const Schedule::Segment& other) { return other.thread == segments[i].thread; });
      if (next != segments.end()) next->points += cut;
      any = accept(std::move(segments)) || any;
    }
  }
  return any;
}

// A timer cannot go off before it is set: the earliest place is looked for by halving.
bool Reduction::hurry() {
  bool any = false;
  for (std::size_t i = 0; i < schedule_.choices.size(); ++i) {
    const auto is_later_than = [&](std::uint64_t index) {
      if (i >= schedule_.choices.size()) return false;
      return schedule_.choices[i].kind == SLEAVE_CHOICE_timer && schedule_.choices[i].index > index;
    };
    for (std::uint64_t least = 0; is_later_than(least) && !attempts_.over();) {
      const std::uint64_t place = std::midpoint(least, schedule_.choices[i].index);
      Schedule earlier = schedule_;
      earlier.choices[i].index = place;
      earlier.choices[i].early = true;
      if (accept(decisions_of(earlier))) {
        any = true;
      } else {
        least = place + 1;
      }
    }
  }
  return any;
}

bool Reduction::simplify_byte(std::size_t input, std::size_t byte) {
  const Plan plan = plan_from_trace(*best_, original_);
  if (input >= plan.inputs.size() || byte >= plan.inputs[input].bytes.size()) return false;
  const auto value = std::to_integer<unsigned>(plan.inputs[input].bytes[byte]);
  for (const unsigned simpler : {0u, 1u, value / 2, value - 1}) {
    if (simpler >= value) continue;
    Plan changed = plan;
    changed.inputs[input].bytes[byte] = static_cast<std::byte>(simpler);
    if (accept(std::move(changed))) return true;
  }
  return false;
}

bool Reduction::shapes() {
  bool any = false;
  for (bool improved = true; improved && !attempts_.over();) {
    std::vector<Plan> smaller = smaller_shapes(*best_, plan_from_trace(*best_, original_));
    improved = std::any_of(smaller.begin(), smaller.end(), [this](Plan& plan) { return accept(std::move(plan)); });
    any = any || improved;
  }
  return any;
}

bool Reduction::inputs() {
  bool any = false;
  const std::vector<Plan::Input> all = plan_from_trace(*best_, original_).inputs;
  for (std::size_t i = 0; i < all.size(); ++i) {
    Plan zeros = plan_from_trace(*best_, original_);
    if (i >= zeros.inputs.size()) break;
    std::fill(zeros.inputs[i].bytes.begin(), zeros.inputs[i].bytes.end(), std::byte{0});
    any = accept(std::move(zeros)) || any;
    for (std::size_t byte = 0; byte < all[i].bytes.size() && !attempts_.over(); ++byte) {
      while (simplify_byte(i, byte)) any = true;
    }
  }
  return any;
}

// A run that fails so under a fresh schedule.
std::optional<Reduced> another(Attempts& attempts, const Plan& plan, const Trace& failed, std::uint64_t seed) {
  Plan other = plan_from_trace(failed, plan);
  other.decisions.clear();
  other.choices = {};
  other.record = SLEAVE_RECORD_POINTS | SLEAVE_RECORD_STACKS;
  other.spin_repeats = plan.spin_repeats;
  other.max_events = std::min(plan.max_events, 2 * failed.header.events + 1'000);
  constexpr sleave_policy_kind kPolicies[] = {SLEAVE_POLICY_random, SLEAVE_POLICY_pos, SLEAVE_POLICY_pct};
  other.tail_policy = kPolicies[seed % std::size(kPolicies)];
  other.tail_depth = kFewPreemptions;
  other.tail_length = failed.header.events;
  other.tail_seed = seed;
  std::optional<Trace> trace = attempts.fails(other);
  if (!trace) return std::nullopt;
  return Reduced{std::move(other), std::move(*trace)};
}

// Passes go from one run to the next, so a failure that comes about in several ways stays with the one that was found
// first, though another may need less.
void start_elsewhere(Attempts& attempts, const Plan& plan, const Trace& failed, RunSize size,
                     std::optional<Reduced>& best) {
  std::uint64_t starts = 0;
  for (std::uint64_t seed = 1; seed <= kRunsElsewhere && starts < kStarts && !attempts.over(); ++seed) {
    std::optional<Reduced> start = another(attempts, plan, failed, seed);
    if (!start) continue;
    ++starts;
    Plan from = plan;
    from.stop_at_race = start->plan.stop_at_race;
    Reduction reduction(attempts, from, start->trace);
    if (!reduction.run() || reduction.size() >= size) continue;
    size = reduction.size();
    best = reduction.take();
  }
}

}  // namespace

std::optional<Reduced> reduce(Attempts& attempts, const Plan& plan, const Trace& failed) {
  if (failed.header.dropped != 0 || failed.events.empty()) return std::nullopt;
  Reduction reduction(attempts, plan, failed);
  std::optional<Reduced> best;
  if (reduction.run()) best = reduction.take();
  if (reduction.size().preemptions > kFewPreemptions && failed.header.events <= kEventsWithStacks) {
    start_elsewhere(attempts, plan, failed, reduction.size(), best);
  }
  return best;
}

}  // namespace sleave
