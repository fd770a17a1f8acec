#include "engine/predict/solved_orders.h"

#include <algorithm>
#include <utility>

namespace sleave::predict {
namespace {

// Of one history. There are no queries about longer ones.
constexpr std::size_t kMostEvents = 4'000;
constexpr std::uint64_t kMostQuestions = 100;
constexpr std::uint64_t kMostWork = 3'000'000;  // up to two seconds
constexpr std::uint32_t kMostWorkOfQuestion = 1'000'000;

bool touch(const Event& a, const Event& b) {
  return a.location < b.location + b.bytes && b.location < a.location + a.bytes;
}

// Whether both threads have a lock there that only one of them can have.
bool exclude(const History& history, EventId a, EventId b) {
  const std::vector<EventId>& others = history.held(b);
  return std::any_of(history.held(a).begin(), history.held(a).end(), [&](EventId held) {
    const Event& own = history.event(held);
    return std::any_of(others.begin(), others.end(), [&](EventId id) {
      const Event& other = history.event(id);
      return own.lock == other.lock && (own.exclusive || other.exclusive);
    });
  });
}

// Whether there are reads by which something is decided after the next event, so that it matters who comes first.
bool decides_later(const Dependence& dependence) {
  for (EventId id = 0; id < dependence.decides.size(); ++id) {
    const std::vector<EventId>& decisions = dependence.decides[id];
    if (std::any_of(decisions.begin(), decisions.end(), [&](EventId decision) { return decision != id; })) return true;
  }
  return false;
}

// A write for certain, whatever it finds.
bool just_writes(const Event& event) { return event.writes && !event.tests; }

}  // namespace

SolvedOrders::SolvedOrders(const History& history, Dependence dependence, SolverCounts& counts)
    : history_(history),
      dependence_(std::move(dependence)),
      counts_(counts),
      questions_(history.size() <= kMostEvents ? kMostQuestions : 0),
      work_(kMostWork) {}

const Slices& SolvedOrders::slices() {
  if (!slices_) slices_.emplace(history_, std::move(dependence_));
  return *slices_;
}

Goal SolvedOrders::goal_of(std::span<const EventId> events, bool with_them) const {
  Goal goal{.least = std::vector<std::uint32_t>(history_.threads()), .most = {}, .kept_until = {}, .at_the_end = {}};
  for (std::uint32_t thread = 0; thread < history_.threads(); ++thread) {
    goal.most.push_back(static_cast<std::uint32_t>(slices_->of_thread(thread).size()) + 1);
  }
  for (const EventId event : events) {
    const Slice& slice = slices_->slice(slices_->of(event));
    goal.least[slice.thread] = goal.most[slice.thread] = slice.index + (with_them ? 1 : 0);
  }
  return goal;
}

// The slice of `last` is the last of all, so that what comes in it after `last` may be different from what it was. That
// of `first` is not, so what comes in it after `first` must be as it was, or nothing. An access that is a point comes
// right before `last`: if it is atomic, others that find what it stored would come after it, and so might `last`.
std::optional<Goal> SolvedOrders::race_goal(EventId first, EventId last) const {
  const Event& one = history_.event(first);
  const Event& other = history_.event(last);
  Goal goal = goal_of(std::vector{first, last}, true);
  const SliceId first_slice = slices_->of(first);
  const SliceId last_slice = slices_->of(last);
  for (EventId id = slices_->slice(last_slice).first; one.atomic && id < last; ++id) {
    if (history_.event(id).reads && touch(history_.event(id), one)) return std::nullopt;
  }
  // A compare-exchange writes if it finds what it found.
  const bool certain = just_writes(one) || just_writes(other);
  goal.kept_until[last_slice] = !certain && other.writes ? last + 1 : last;
  if (slices_->slice(first_slice).last == first) {
    goal.kept_until[first_slice] = !certain && one.writes ? first + 1 : first;
  }
  if (one.point) goal.at_the_end.push_back(first_slice);
  goal.at_the_end.push_back(last_slice);
  return goal;
}

std::optional<std::vector<EventId>> SolvedOrders::ask(const Goal& goal) {
  if (!may_ask()) return std::nullopt;
  const std::uint64_t most = std::min<std::uint64_t>(work_, kMostWorkOfQuestion);
  Reordering answer = find_reordering(slices(), goal, static_cast<std::uint32_t>(most));
  if (answer.work == 0) return std::nullopt;
  ++counts_.queries;
  --questions_;
  counts_.work += answer.work;
  work_ -= std::min(work_, answer.work);
  if (answer.verdict == solve::Verdict::unknown) ++counts_.given_up;
  if (answer.verdict != solve::Verdict::satisfiable) return std::nullopt;
  ++counts_.found;
  return std::move(answer.points);
}

std::optional<std::vector<EventId>> SolvedOrders::race(EventId a, EventId b) {
  if (!may_ask() || exclude(history_, a, b)) return std::nullopt;
  const auto ends_slice = [&](EventId id) { return slices().slice(slices().of(id)).last == id; };
  const bool alike = ends_slice(a) && ends_slice(b) && history_.event(a).point && history_.event(b).point &&
                     !decides_later(slices().dependence());
  for (const auto& [first, last] : {std::pair(a, b), std::pair(b, a)}) {
    if (const std::optional<Goal> goal = race_goal(first, last)) {
      if (std::optional<std::vector<EventId>> order = ask(*goal)) return order;
      if (alike) break;
    }
  }
  return std::nullopt;
}

std::optional<std::vector<EventId>> SolvedOrders::deadlock(std::span<const EventId> acquisitions) {
  if (!may_ask()) return std::nullopt;
  slices();
  return ask(goal_of(acquisitions, false));
}

}  // namespace sleave::predict
