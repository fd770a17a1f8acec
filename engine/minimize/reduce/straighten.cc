#include "engine/minimize/reduce/straighten.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_map>

#include "abi/words.h"
#include "engine/trace/event_kinds.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

std::vector<const sleave_event*> points_of(const Trace& run) {
  std::vector<const sleave_event*> points;
  for (const sleave_event& event : run.events) {
    if (is_point(event.kind)) points.push_back(&event);
  }
  return points;
}

// Locks that a thread holds. A condition wait gives one back and takes it again: it counts as held in between.
class Held {
 public:
  void see(const sleave_event& event) {
    if (is_acquisition(event)) locks_.push_back(event.location);
    if (is_release(event.kind)) std::erase(locks_, event.location);
  }
  [[nodiscard]] bool none() const { return locks_.empty(); }

 private:
  std::vector<sleave_location> locks_;
};

class Straightening {
 public:
  Straightening(const Trace& run, std::size_t begin, Atomics atomics)
      : run_(run), points_(points_of(run)), atomics_(atomics), threads_(run.threads.size()), done_(points_.size()) {
    begin = std::min(begin, points_.size());
    collect(begin);
    order(begin);
  }

  std::vector<Schedule::Segment> make() {
    for (std::uint32_t thread = 0; thread < threads_.size();) {
      thread = continue_thread(thread) ? next_after(thread) : static_cast<std::uint32_t>(threads_.size());
    }
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (!done_[i]) segments_.push_back({points_[i]->thread, 1});
    }
    if (fails_while_running(run_)) segments_.push_back({run_.header.thread, 0});
    normalize(segments_);
    return std::move(segments_);
  }

 private:
  struct Thread {
    std::vector<std::size_t> points;  // before its place in the window
    std::size_t next = 0;
    std::size_t created = kNone;  // the point that creates it
    bool ends = false;            // before the window
  };

  void collect(std::size_t begin) {
    std::vector<Held> held(threads_.size());
    std::vector<std::size_t> free_until(threads_.size());
    for (std::size_t i = 0; i < begin; ++i) {
      const sleave_event& event = *points_[i];
      Thread& thread = threads_[event.thread];
      thread.points.push_back(i);
      held[event.thread].see(event);
      if (held[event.thread].none()) free_until[event.thread] = thread.points.size();
      if (event.kind == SLEAVE_EV_thread_create) note_creation(event, i);
    }
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      threads_[i].points.resize(free_until[i]);
      threads_[i].ends =
          !threads_[i].points.empty() && points_[threads_[i].points.back()]->kind == SLEAVE_EV_thread_exit;
    }
  }

  void note_creation(const sleave_event& event, std::size_t point) {
    const std::uint64_t child = subject_thread(event);
    if (child < threads_.size()) threads_[child].created = point;
  }

  // For each point the one before it at the same object, if they have to stay in their order.
  void order(std::size_t begin) {
    before_.assign(begin, kNone);
    std::unordered_map<sleave_location, std::size_t> last;
    for (std::size_t i = 0; i < begin; ++i) {
      if (!stays_in_order(*points_[i])) continue;
      const auto [entry, first] = last.try_emplace(points_[i]->location, i);
      if (!first) before_[i] = entry->second;
      entry->second = i;
    }
  }

  [[nodiscard]] bool stays_in_order(const sleave_event& event) const {
    const Category what = category(event.kind);
    if (event.location == 0 || is_lock(what) || what == Category::thread) return false;
    return what != Category::data || atomics_ == Atomics::ordered;
  }

  [[nodiscard]] bool can_execute(const Thread& thread) const {
    if (thread.next == thread.points.size()) return false;
    const std::size_t point = thread.points[thread.next];
    const sleave_event& event = *points_[point];
    if (thread.next == 0 && thread.created != kNone && !done_[thread.created]) return false;
    if (before_[point] != kNone && !done_[before_[point]]) return false;
    if (event.kind == SLEAVE_EV_thread_join) return has_ended(subject_thread(event));
    return !is_acquisition(event) || is_free(event);
  }

  [[nodiscard]] bool has_ended(std::uint64_t thread) const {
    return thread < threads_.size() && threads_[thread].ends && threads_[thread].next == threads_[thread].points.size();
  }

  [[nodiscard]] bool is_free(const sleave_event& event) const {
    const auto owner = owners_.find(event.location);
    return owner == owners_.end() || owner->second == event.thread;
  }

  void execute(Thread& thread) {
    const std::size_t point = thread.points[thread.next++];
    const sleave_event& event = *points_[point];
    done_[point] = true;
    if (is_acquisition(event)) owners_[event.location] = event.thread;
    if (is_release(event.kind)) owners_.erase(event.location);
  }

  // As far as it gets. Whether it got anywhere, or some other thread can.
  bool continue_thread(std::uint32_t index) {
    Thread& thread = threads_[index];
    std::uint64_t executed = 0;
    for (; can_execute(thread); ++executed) execute(thread);
    if (executed != 0) segments_.push_back({index, executed});
    return next_after(index) != threads_.size();
  }

  // The next thread in creation order that can continue; behind all of them if none can.
  [[nodiscard]] std::uint32_t next_after(std::uint32_t index) const {
    const auto count = static_cast<std::uint32_t>(threads_.size());
    for (std::uint32_t i = 1; i <= count; ++i) {
      const std::uint32_t other = (index + i) % count;
      if (can_execute(threads_[other])) return other;
    }
    return count;
  }

  const Trace& run_;
  std::vector<const sleave_event*> points_;
  Atomics atomics_;
  std::vector<Thread> threads_;
  std::vector<bool> done_;
  std::vector<std::size_t> before_;
  std::unordered_map<sleave_location, std::uint32_t> owners_;
  std::vector<Schedule::Segment> segments_;
};

}  // namespace

std::vector<Schedule::Segment> straighten(const Trace& run, std::size_t begin, Atomics atomics) {
  return Straightening(run, begin, atomics).make();
}

std::size_t last_preemption(const Trace& run) {
  const std::vector<const sleave_event*> points = points_of(run);
  const auto last = std::find_if(points.rbegin(), points.rend(), [](const sleave_event* event) {
    return (event->flags & SLEAVE_EVENT_PREEMPTED) != 0;
  });
  return last == points.rend() ? points.size() : static_cast<std::size_t>(points.rend() - last) - 1;
}

}  // namespace sleave
