#include "engine/predict/history_of_trace.h"

#include <algorithm>
#include <span>
#include <utility>

#include "abi/plan.h"
#include "engine/trace/event_kinds.h"
#include "engine/trace/words.h"

namespace sleave::predict {
namespace {

constexpr std::size_t kMostEvents = 200'000;
constexpr std::size_t kMostClocks = 32'000'000;  // entries: 128 MB
// Stands for whatever is outside of memory, locks and threads.
constexpr sleave_location kOutside = ~sleave_location{0};

class Reader {
 public:
  Reader(const Trace& trace, std::uint32_t flags)
      : trace_(trace),
        split_((flags & SLEAVE_PLAN_SPLIT_WAITS) != 0),
        timers_(trace.header.opportunities[SLEAVE_CHOICE_timer] != 0),
        history_(trace.threads.size()) {}

  History read(std::size_t most) {
    for (const sleave_event& recorded : std::span(trace_.events).first(most)) {
      if (is_for_search(recorded.kind)) continue;
      history_.add(event_of(recorded));
    }
    return std::move(history_);
  }

 private:
  Event event_of(const sleave_event& recorded) {
    Event event;
    event.thread = recorded.thread;
    event.point = is_point(recorded.kind);
    accesses_ = event.point ? 0 : accesses_ + 1;
    event.site = recorded.site;
    if (is_data_access(recorded.kind)) {
      access(recorded, event);
    } else if (is_lock(category(recorded.kind))) {
      lock(recorded, event);
    } else {
      other(recorded, event);
    }
    if ((recorded.flags & SLEAVE_EVENT_TIMED_OUT) != 0) event.after_all = true;
    return event;
  }

  void access(const sleave_event& recorded, Event& event) const {
    event.location = recorded.location;
    event.bytes = access_bytes(recorded);
    event.writes = is_write(recorded);
    event.tests = recorded.kind == SLEAVE_EV_atomic_cas && event.writes;
    const bool updates = recorded.kind == SLEAVE_EV_atomic_rmw || recorded.kind == SLEAVE_EV_atomic_cas;
    event.found = recorded.value;
    event.stored = updates ? recorded.extra : recorded.value;
    event.valued = event.bytes <= sizeof recorded.value && accesses_ <= SLEAVE_VALUED_ACCESSES;
    event.reads = recorded.kind != SLEAVE_EV_atomic_store && recorded.kind != SLEAVE_EV_plain_write &&
                  recorded.kind != SLEAVE_EV_visible_write;
    event.atomic = event.point && recorded.kind != SLEAVE_EV_visible_read && recorded.kind != SLEAVE_EV_visible_write;
  }

  static void lock(const sleave_event& recorded, Event& event) {
    if (is_acquisition(recorded)) {
      take(recorded, event);
    } else if (is_release(recorded.kind) && (recorded.flags & SLEAVE_EVENT_FAILED) == 0) {
      give(recorded.location, event);
    } else if (recorded.kind == SLEAVE_EV_mutex_destroy || recorded.kind == SLEAVE_EV_rwlock_destroy) {
      event.object_use = Event::ObjectUse::destroy;
    } else if (recorded.kind != SLEAVE_EV_mutex_init && recorded.kind != SLEAVE_EV_rwlock_init) {
      event.ordered = true;
    }
    event.object = recorded.location;
  }

  static void take(const sleave_event& recorded, Event& event) {
    event.lock_use = Event::LockUse::acquire;
    event.lock = recorded.location;
    event.exclusive = recorded.kind != SLEAVE_EV_rwlock_rdlock && recorded.kind != SLEAVE_EV_rwlock_tryrdlock &&
                      recorded.kind != SLEAVE_EV_rwlock_timedrdlock;
    event.waits = recorded.kind == SLEAVE_EV_mutex_lock || recorded.kind == SLEAVE_EV_spin_lock ||
                  recorded.kind == SLEAVE_EV_rwlock_rdlock || recorded.kind == SLEAVE_EV_rwlock_wrlock;
  }

  static void give(sleave_location lock, Event& event) {
    event.lock_use = Event::LockUse::release;
    event.lock = lock;
  }

  void other(const sleave_event& recorded, Event& event) const {
    event.object = recorded.location;
    switch (recorded.kind) {
      case SLEAVE_EV_heap_free:
        event.object = 0;
        event.location = recorded.location;
        event.bytes = recorded.value;
        event.writes = event.frees = true;
        return;
      case SLEAVE_EV_thread_start:
      case SLEAVE_EV_thread_exit:
      case SLEAVE_EV_fence:
      case SLEAVE_EV_yield:
      case SLEAVE_EV_heap_alloc:
        event.object = 0;
        return;
      case SLEAVE_EV_thread_create:
      case SLEAVE_EV_thread_join:
        return thread(recorded, event);
      case SLEAVE_EV_guard_release:  // compiled code checks the guard inline
        event.writes = event.atomic = event.ordered = true;
        event.location = recorded.location;
        event.bytes = 1;
        return;
      case SLEAVE_EV_cond_destroy:
      case SLEAVE_EV_semaphore_destroy:
      case SLEAVE_EV_barrier_destroy:
        event.object_use = Event::ObjectUse::destroy;
        return;
      case SLEAVE_EV_cond_wait:
        event.object_use = Event::ObjectUse::sleep;
        if (!split_) give(recorded.extra, event);
        return;
      case SLEAVE_EV_cond_wake:
        event.ordered = true;
        if (recorded.extra == 0) return;  // it takes the mutex by an event of its own
        event.lock_use = Event::LockUse::acquire;
        event.lock = recorded.extra;
        return;
      case SLEAVE_EV_cond_signal:
      case SLEAVE_EV_cond_broadcast:
        event.object_use = Event::ObjectUse::tell;
        return;
      case SLEAVE_EV_semaphore_post:
      case SLEAVE_EV_futex_wake:
      case SLEAVE_EV_barrier_arrive:
        return;
      case SLEAVE_EV_futex_wait:
        event.reads = true;
        event.atomic = true;
        event.location = recorded.location;
        event.bytes = 4;
        event.ordered = true;
        return;
      case SLEAVE_EV_sleep:
      case SLEAVE_EV_clock_read:
      case SLEAVE_EV_time_read:
      case SLEAVE_EV_process_exit:
      case SLEAVE_EV_exit_handler:
        event.object = 0;
        event.after_all = true;
        return;
      default:
        event.ordered = true;
        if (event.object == 0 || category(recorded.kind) == Category::descriptor) event.object = kOutside;
        // It may have waited for a timer, which goes off when nothing else can.
        event.after_all = event.object == kOutside && timers_;
    }
  }

  void thread(const sleave_event& recorded, Event& event) const {
    const std::uint64_t subject = subject_thread(recorded);
    event.object = kOutside;
    if ((recorded.flags & SLEAVE_EVENT_FAILED) != 0 || subject >= trace_.threads.size() || subject == recorded.thread) {
      event.ordered = true;
      return;
    }
    event.object = 0;
    event.thread_use = recorded.kind == SLEAVE_EV_thread_create ? Event::ThreadUse::create : Event::ThreadUse::join;
    event.other = static_cast<std::uint32_t>(subject);
  }

  const Trace& trace_;
  bool split_;                  // a condition wait unlocks and locks in events of their own
  bool timers_;                 // were set
  std::uint64_t accesses_ = 0;  // and other notes since the last point
  History history_;
};

// So many first events are all that happened until then, and not too many.
std::size_t complete_part(const Trace& trace) {
  const std::uint64_t room = trace.header.sections[SLEAVE_SECTION_EVENTS].capacity / 8;  // for plain accesses
  const std::uint64_t before_full = room == 0 ? 0 : room - 1;
  const std::uint64_t clocks = kMostClocks / std::max<std::size_t>(trace.threads.size(), 1);
  return std::min<std::uint64_t>({trace.events.size(), before_full, kMostEvents, clocks});
}

}  // namespace

std::optional<History> history_of(const Trace& trace, std::uint32_t flags) {
  const std::size_t whole = trace.events.size();
  if (trace.header.dropped != 0 || complete_part(trace) != whole) return std::nullopt;
  if (std::any_of(trace.events.begin(), trace.events.end(),
                  [](const sleave_event& event) { return event.kind == SLEAVE_EV_await; }))
    return std::nullopt;
  return Reader(trace, flags).read(whole);
}

History beginning_of(const Trace& trace, std::uint32_t flags) {
  return Reader(trace, flags).read(complete_part(trace));
}

}  // namespace sleave::predict
