#include "engine/minimize/cause/near_cause.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "abi/words.h"
#include "engine/base/rng.h"
#include "engine/minimize/cause/course.h"
#include "engine/minimize/cause/moment.h"
#include "engine/minimize/cause/ordering.h"
#include "engine/trace/event_kinds.h"
#include "engine/trace/schedule.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

using Segments = std::vector<Schedule::Segment>;

constexpr std::size_t kMostPreemptions = 4;
constexpr std::uint64_t kBeyondTheEnd = 64;  // points of a thread that the run did not reach

// Runs that are made only to be counted: at one of so many last segments, so many points at most are moved.
constexpr int kVariations = 8;
constexpr std::uint64_t kVariedSegments = 16;
constexpr std::uint64_t kVariedPoints = 64;

// The segments that ended although their thread could have continued.
std::vector<std::size_t> preempted_segments(const Trace& run) {
  std::vector<std::size_t> preempted;
  std::size_t segment = 0;
  std::uint32_t thread = SLEAVE_NO_THREAD;
  for (const sleave_event& event : run.events) {
    if (!is_point(event.kind)) continue;
    if (thread != SLEAVE_NO_THREAD && thread != event.thread) {
      if ((event.flags & SLEAVE_EVENT_PREEMPTED) != 0) preempted.push_back(segment);
      ++segment;
    }
    thread = event.thread;
  }
  return preempted;
}

struct NearTrial {
  bool failed = false;
  bool cut_short = false;  // by another failure
  Course course;
};

class NearSearch {
 public:
  NearSearch(Attempts& attempts, const Plan& plan, const Trace& reported)
      : attempts_(attempts), plan_(plan), reported_(reported), points_(reported), schedule_(schedule_of(reported)) {}

  std::optional<Cause> find() {
    const std::vector<std::size_t> preempted = preempted_segments(reported_);
    if (preempted.empty() || preempted.size() > kMostPreemptions) return std::nullopt;
    if (!fails(schedule_.segments).value_or(false)) return std::nullopt;
    for (std::uint32_t thread = 0; thread < reported_.threads.size(); ++thread) explain_pending(thread);
    if (!is_explained_cycle()) {
      for (const std::size_t segment : preempted) explain(segment);
    }
    if (!reason_.parts.empty()) vary();
    count();
    const bool explains = !reason_.parts.empty() && reason_.broken_runs > 0 && 2 * reason_.failed > reason_.runs &&
                          reason_.failed * reason_.broken_runs > 2 * reason_.broken_failed * reason_.runs;
    if (!explains) return std::nullopt;
    return Cause{std::move(reason_), {}};
  }

 private:
  // Whether the run with these segments fails in the same way. Nothing: no more runs.
  std::optional<bool> fails(Segments segments) {
    normalize(segments);
    Plan plan = plan_from_trace(reported_, plan_);
    plan.decisions = decisions_of({std::move(segments), schedule_.choices});
    plan.record = SLEAVE_RECORD_POINTS;
    plan.spin_repeats = plan_.spin_repeats;
    plan.max_events = std::min(plan_.max_events, 2 * reported_.header.events + 1'000);
    const std::optional<Attempts::Outcome> outcome = attempts_.outcome(plan);
    if (!outcome) return std::nullopt;
    const bool other_failure = !outcome->failed && outcome->trace.outcome() == SLEAVE_OUTCOME_failed;
    trials_.push_back({outcome->failed, other_failure, Course(outcome->trace, points_)});
    return outcome->failed;
  }

  // The smallest number from 1 to `most` for which `holds`, if it does for all larger ones as well; looked for from the
  // smallest on, where most are. Nothing if there is none.
  using Holds = std::function<std::optional<bool>(std::uint64_t)>;
  static std::optional<std::uint64_t> smallest(std::uint64_t most, const Holds& holds) {
    std::uint64_t below = 0;
    std::uint64_t known = 0;
    for (std::uint64_t step = 1; below < most && known == 0; step *= 2) {
      const std::uint64_t number = std::min(step, most);
      const std::optional<bool> answer = holds(number);
      if (!answer) return std::nullopt;
      (*answer ? known : below) = number;
    }
    if (known == 0) return std::nullopt;
    return between(below, known, holds);
  }

  // The same where it does not hold for `below` and does for `known`.
  static std::optional<std::uint64_t> between(std::uint64_t below, std::uint64_t known, const Holds& holds) {
    while (known - below > 1) {
      const std::uint64_t middle = below + (known - below) / 2;
      const std::optional<bool> answer = holds(middle);
      if (!answer) return std::nullopt;
      (*answer ? known : below) = middle;
    }
    return known;
  }

  // Where the thread of `segment` continues; behind all of them if it does not.
  [[nodiscard]] std::size_t continuation(std::size_t segment) const {
    const Segments& all = schedule_.segments;
    std::size_t next = segment + 1;
    while (next < all.size() && all[next].thread != all[segment].thread) ++next;
    return next;
  }

  // Points that the thread of `segment` executed before it.
  [[nodiscard]] std::uint64_t executed_before(std::size_t segment) const {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < segment; ++i) {
      if (schedule_.segments[i].thread == schedule_.segments[segment].thread) count += schedule_.segments[i].points;
    }
    return count;
  }

  // The block behind `segment` ends after `length` points; the rest of it comes after the thread that was stopped.
  [[nodiscard]] Segments shorter_block(std::size_t segment, std::size_t back, std::uint64_t length) const {
    const Segments& all = schedule_.segments;
    Segments segments(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(segment) + 1);
    Segments rest;
    for (std::size_t i = segment + 1; i < back; ++i) {
      const std::uint64_t part = std::min(length, all[i].points);
      length -= part;
      segments.push_back({all[i].thread, part});
      rest.push_back({all[i].thread, all[i].points - part});
    }
    const bool continues = back < all.size();
    segments.push_back(continues ? all[back] : Schedule::Segment{all[segment].thread, kBeyondTheEnd});
    segments.insert(segments.end(), rest.begin(), rest.end());
    if (continues) segments.insert(segments.end(), all.begin() + static_cast<std::ptrdiff_t>(back) + 1, all.end());
    return segments;
  }

  [[nodiscard]] std::uint64_t points_of_block(std::size_t segment, std::size_t back) const {
    std::uint64_t points = 0;
    for (std::size_t i = segment + 1; i < back; ++i) points += schedule_.segments[i].points;
    return points;
  }

  // The n-th point of the block.
  [[nodiscard]] std::optional<Moment> moment_of_block(std::size_t segment, std::uint64_t n) const {
    std::size_t i = segment + 1;
    for (; n >= schedule_.segments[i].points; ++i) n -= schedule_.segments[i].points;
    return moment(i, n);
  }

  // The stopped thread is stopped `points` earlier, or later.
  [[nodiscard]] Segments moved(std::size_t segment, std::size_t back, std::uint64_t points, bool earlier) const {
    Segments segments = schedule_.segments;
    if (back == segments.size()) segments.push_back({segments[segment].thread, 0});
    Schedule::Segment& from = segments[earlier ? segment : back];
    Schedule::Segment& to = segments[earlier ? back : segment];
    from.points -= std::min(from.points, points);
    to.points += points;
    return segments;
  }

  void explain(std::size_t segment) {
    const std::size_t back = continuation(segment);
    const std::uint64_t whole = points_of_block(segment, back);
    if (whole == 0) return;
    const auto block_fails = [&](std::uint64_t length) { return fails(shorter_block(segment, back, length)); };
    const std::optional<bool> without = block_fails(0);
    if (!without || *without) return;
    const std::optional<std::uint64_t> length = between(0, whole, block_fails);
    if (!length) return;
    const std::optional<Moment> middle = moment_of_block(segment, *length - 1);
    if (!middle) return;
    const auto passes = [&](std::uint64_t points, bool earlier) -> std::optional<bool> {
      const std::optional<bool> failed = fails(moved(segment, back, points, earlier));
      return failed ? std::optional(!*failed) : std::nullopt;
    };
    const std::uint64_t before = schedule_.segments[segment].points;
    const std::uint64_t after = back < schedule_.segments.size() ? schedule_.segments[back].points : kBeyondTheEnd;
    const auto earlier = smallest(before, [&](std::uint64_t points) { return passes(points, true); });
    if (earlier) add(moment(segment, before - *earlier), middle);
    const auto later = smallest(after, [&](std::uint64_t points) { return passes(points, false); });
    if (!later) return;
    const bool continues = back < schedule_.segments.size();
    add(middle, continues ? moment(back, *later - 1) : moment_beyond(segment, *later - 1));
  }

  // The n-th point of the stopped thread behind the end of the run: in a run in which it went on.
  std::optional<Moment> moment_beyond(std::size_t segment, std::uint64_t n) {
    if (!fails(moved(segment, schedule_.segments.size(), n + 1, false))) return std::nullopt;
    const std::uint32_t thread = schedule_.segments[segment].thread;
    return trials_.back().course.moment(thread, points_.count(thread) + n, points_);
  }

  // What a thread was about to do at the end, and the last operation of another thread on that object: a lock that it
  // waits for, a store that came too late. If the run passes when the two are reversed, their order is part of the
  // cause.
  void explain_pending(std::uint32_t thread) {
    const std::optional<Moment> pending = points_.pending(thread);
    const bool waits = reported_.threads[thread].pending_owner != SLEAVE_NO_THREAD;
    if (!pending || (is_deadlock() && !waits)) return;
    const std::optional<std::uint64_t> other = last_conflict(thread);
    if (!other) return;
    const std::optional<bool> failed = fails(reversed(thread, *other));
    if (failed && !*failed) add(moment_of_point(*other), pending);
  }

  [[nodiscard]] bool is_deadlock() const { return reported_.finding() == SLEAVE_FIND_deadlock; }
  // Each of two or more threads waits for what another one took first: nothing needs to be added.
  [[nodiscard]] bool is_explained_cycle() const { return is_deadlock() && reason_.parts.size() >= 2; }

  // More runs like the reported one: some thread among the last is stopped a few points earlier.
  void vary() {
    Rng rng(1);
    const std::uint64_t last = std::min<std::uint64_t>(schedule_.segments.size(), kVariedSegments);
    for (int i = 0; i < kVariations; ++i) {
      const std::size_t segment = schedule_.segments.size() - 1 - rng.below(last);
      const std::uint64_t points = 1 + rng.below(schedule_.segments[segment].points + 1);
      if (!fails(moved(segment, continuation(segment), std::min(points, kVariedPoints), true))) return;
    }
  }

  // The number of the point.
  [[nodiscard]] std::optional<std::uint64_t> last_conflict(std::uint32_t thread) const {
    const sleave_trace_thread& waiting = reported_.threads[thread];
    const Category what = category(waiting.pending_kind);
    if (waiting.pending_location == 0 || what == Category::thread || what == Category::none) return std::nullopt;
    for (std::uint64_t i = reported_.events.size(); i-- > 0;) {
      const sleave_event& event = reported_.events[i];
      if (event.location != waiting.pending_location || event.thread == thread || !is_point(event.kind)) continue;
      return is_lock(what) && !is_acquisition(event) ? std::nullopt : std::optional(i);
    }
    return std::nullopt;
  }

  // The other thread stops before the point, and `thread` does what it was about to do, and no more.
  [[nodiscard]] Segments reversed(std::uint32_t thread, std::uint64_t point) const {
    const std::uint32_t stopped = reported_.events[point].thread;
    Segments segments;
    Segments rest;
    for (std::uint64_t i = 0; i < reported_.events.size(); ++i) {
      const sleave_event& event = reported_.events[i];
      if (!is_point(event.kind)) continue;
      Segments& its = i >= point && event.thread == stopped ? rest : segments;
      if (its.empty() || its.back().thread != event.thread) its.push_back({event.thread, 0});
      ++its.back().points;
    }
    segments.push_back({thread, 1});
    segments.insert(segments.end(), rest.begin(), rest.end());
    return segments;
  }

  void add(const std::optional<Moment>& first, const std::optional<Moment>& second) {
    if (!first || !second) return;
    const Ordering part{*first, *second};
    std::vector<Ordering>& parts = reason_.parts;
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
  }

  [[nodiscard]] std::optional<Moment> moment_of_point(std::uint64_t event) const {
    const std::uint32_t thread = reported_.events[event].thread;
    std::uint64_t n = 0;
    for (std::uint64_t i = 0; i < event; ++i) {
      if (reported_.events[i].thread == thread && is_point(reported_.events[i].kind)) ++n;
    }
    return points_.moment(thread, n);
  }

  // The n-th point of a segment; of the end of a critical section, its begin.
  [[nodiscard]] std::optional<Moment> moment(std::size_t segment, std::uint64_t n) const {
    const std::uint32_t thread = schedule_.segments[segment].thread;
    std::uint64_t index = executed_before(segment) + n;
    const sleave_event* event = points_.point(thread, index);
    if (event == nullptr) return std::nullopt;
    if (is_release(event->kind)) index = begin_of_section(thread, index, event->location).value_or(index);
    return points_.moment(thread, index);
  }

  [[nodiscard]] std::optional<std::uint64_t> begin_of_section(std::uint32_t thread, std::uint64_t end,
                                                              sleave_location lock) const {
    for (std::uint64_t i = end; i-- > 0;) {
      const sleave_event& event = *points_.point(thread, i);
      if (is_acquisition(event) && event.location == lock) return i;
    }
    return std::nullopt;
  }

  void count() {
    for (const NearTrial& trial : trials_) {
      if (trial.cut_short) continue;
      const auto is = [&](Held wanted) {
        return [&, wanted](const Ordering& part) {
          return held(trial.course.find(part.first, points_), trial.course.find(part.second, points_)) == wanted;
        };
      };
      const std::vector<Ordering>& parts = reason_.parts;
      if (std::all_of(parts.begin(), parts.end(), is(Held::yes))) {
        ++reason_.runs;
        reason_.failed += trial.failed ? 1 : 0;
      } else if (std::any_of(parts.begin(), parts.end(), is(Held::no))) {
        ++reason_.broken_runs;
        reason_.broken_failed += trial.failed ? 1 : 0;
      }
    }
  }

  Attempts& attempts_;
  const Plan& plan_;
  const Trace& reported_;
  ReportedPoints points_;
  Schedule schedule_;
  std::vector<NearTrial> trials_;
  Reason<Ordering> reason_;
};

}  // namespace

std::optional<Cause> find_near_cause(Attempts& attempts, const Plan& plan, const Trace& reported) {
  return NearSearch(attempts, plan, reported).find();
}

}  // namespace sleave
