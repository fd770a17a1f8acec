#include "engine/minimize/reduce/straighten.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engine/base/rng.h"
#include "engine/base/test_size.h"
#include "engine/testing/built_trace.h"
#include "engine/trace/event_kinds.h"

namespace sleave {
namespace {

constexpr std::uint32_t kChildren = 3;
constexpr std::uint64_t kSections = 12;  // critical sections of each child, some of them nested

// What a child does: sections of one lock, or of two that are taken in the order of their addresses.
std::vector<std::pair<sleave_event_kind, std::uint64_t>> random_child(Rng& rng) {
  std::vector<std::pair<sleave_event_kind, std::uint64_t>> steps;
  for (std::uint64_t i = 0; i < kSections; ++i) {
    const std::uint64_t lock = rng.below(4);
    const std::uint64_t inner = lock + 1 + rng.below(3);
    const bool nested = rng.below(2) == 0;
    steps.emplace_back(SLEAVE_EV_mutex_lock, lock);
    if (nested) steps.emplace_back(SLEAVE_EV_mutex_lock, inner);
    if (nested) steps.emplace_back(SLEAVE_EV_mutex_unlock, inner);
    steps.emplace_back(SLEAVE_EV_mutex_unlock, lock);
    if (rng.below(4) == 0) steps.emplace_back(SLEAVE_EV_atomic_rmw, 100 + rng.below(2));
  }
  return steps;
}

// Such children, created and joined by main, under a random schedule that the locks allow.
Trace random_run(Rng& rng) {
  TestTrace built(kChildren);
  std::vector<std::vector<std::pair<sleave_event_kind, std::uint64_t>>> steps(kChildren + 1);
  for (std::uint32_t child = 1; child <= kChildren; ++child) {
    steps[child] = random_child(rng);
    built.create(0, child);
  }
  std::vector<std::size_t> next(kChildren + 1);
  std::map<std::uint64_t, std::uint32_t> owners;
  const auto can = [&](std::uint32_t child) {
    if (next[child] == steps[child].size()) return false;
    const auto& [kind, object] = steps[child][next[child]];
    return kind != SLEAVE_EV_mutex_lock || !owners.contains(object);
  };
  for (std::vector<std::uint32_t> ready;;) {
    ready.clear();
    for (std::uint32_t child = 1; child <= kChildren; ++child) {
      if (can(child)) ready.push_back(child);
    }
    if (ready.empty()) break;
    const std::uint32_t child = ready[rng.below(ready.size())];
    const auto [kind, object] = steps[child][next[child]++];
    if (kind == SLEAVE_EV_mutex_lock) owners[object] = child;
    if (kind == SLEAVE_EV_mutex_unlock) owners.erase(object);
    built.event(child, kind, at_address(object));
    if (next[child] == steps[child].size()) built.event(child, SLEAVE_EV_thread_exit, of_thread(child));
  }
  for (std::uint32_t child = 1; child <= kChildren; ++child) built.join(0, child);
  return built.trace;
}

// The events of the run in the order of the segments.
std::vector<const sleave_event*> in_order(const Trace& run, const std::vector<Schedule::Segment>& segments) {
  std::vector<std::vector<const sleave_event*>> events(run.threads.size());
  for (const sleave_event& event : run.events) events[event.thread].push_back(&event);
  std::vector<std::size_t> next(run.threads.size());
  std::vector<const sleave_event*> order;
  for (const Schedule::Segment& segment : segments) {
    for (std::uint64_t i = 0; i < segment.points; ++i) order.push_back(events[segment.thread][next[segment.thread]++]);
  }
  return order;
}

// The first event that the rules of threads and locks forbid at its place.
std::size_t first_impossible(const std::vector<const sleave_event*>& order) {
  std::map<sleave_location, std::uint32_t> owners;
  std::vector<bool> alive{true, false, false, false};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const sleave_event& event = *order[i];
    if (!alive[event.thread]) return i;
    if (event.kind == SLEAVE_EV_thread_create) alive[subject_thread(event)] = true;
    if (event.kind == SLEAVE_EV_thread_exit) alive[event.thread] = false;
    if (event.kind == SLEAVE_EV_thread_join && alive[subject_thread(event)]) return i;
    if (event.kind == SLEAVE_EV_mutex_lock && !owners.try_emplace(event.location, event.thread).second) return i;
    if (event.kind == SLEAVE_EV_mutex_unlock) owners.erase(event.location);
  }
  return order.size();
}

TEST(Straighten, KeepsTheWindowAndWhatLocksAndThreadsAllow) {
  Rng rng(3);
  for (std::uint64_t i = 0; i < test_size(300, 20'000); ++i) {
    const Trace run = random_run(rng);
    const std::size_t begin = rng.below(run.events.size() + 1);
    const std::vector<Schedule::Segment> segments = straighten(run, begin, Atomics::free);
    const std::vector<const sleave_event*> order = in_order(run, segments);
    ASSERT_EQ(order.size(), run.events.size());
    EXPECT_EQ(first_impossible(order), order.size()) << "run " << i;
    std::vector<const sleave_event*> window;
    for (const sleave_event* event : order) {
      if (static_cast<std::size_t>(event - run.events.data()) >= begin) window.push_back(event);
    }
    EXPECT_TRUE(std::is_sorted(window.begin(), window.end())) << "run " << i;
  }
}

// Each child stops once before the window, outside of its critical sections; main comes first, and again in the end.
TEST(Straighten, LeavesOneTurnToEachThreadBeforeTheWindow) {
  Rng rng(4);
  for (std::uint64_t i = 0; i < test_size(300, 20'000); ++i) {
    const Trace run = random_run(rng);
    EXPECT_LE(straighten(run, run.events.size(), Atomics::free).size(), kChildren + 2);
    EXPECT_EQ(straighten(run, 0, Atomics::free).size(), schedule_of(run).segments.size());
  }
}

TEST(Straighten, AtomicsStayInTheirOrderIfAsked) {
  Rng rng(5);
  for (std::uint64_t i = 0; i < test_size(300, 20'000); ++i) {
    const Trace run = random_run(rng);
    const std::size_t begin = rng.below(run.events.size() + 1);
    std::map<sleave_location, const sleave_event*> last;
    for (const sleave_event* event : in_order(run, straighten(run, begin, Atomics::ordered))) {
      if (event->kind != SLEAVE_EV_atomic_rmw) continue;
      EXPECT_LT(last[event->location], event) << "run " << i;
      last[event->location] = event;
    }
  }
}

TEST(Straighten, FindsTheLastPreemption) {
  TestTrace built(1);
  EXPECT_EQ(last_preemption(built.trace), 0u);
  for (int i = 0; i < 3; ++i) built.event(0, SLEAVE_EV_yield, 0);
  EXPECT_EQ(last_preemption(built.trace), 3u);
  built.event(1, SLEAVE_EV_yield, 0, 0, 0, SLEAVE_EVENT_SWITCHED | SLEAVE_EVENT_PREEMPTED);
  built.event(1, SLEAVE_EV_yield, 0);
  EXPECT_EQ(last_preemption(built.trace), 3u);
}

}  // namespace
}  // namespace sleave
