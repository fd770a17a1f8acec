// Conflicts that a run's schedule decided: pairs of dependent operations of two threads with nothing between them.
#include <algorithm>
#include <map>

#include "abi/words.h"
#include "engine/minimize/cause/ordering.h"
#include "engine/trace/event_kinds.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

// A point, or what a thread was about to do at the end.
struct Operation {
  Moment moment;
  std::uint32_t kind = 0;
  bool writes = false;
  bool failed = false;
  bool pending = false;
  sleave_location location = 0;
  std::uint64_t bytes = 1;
  sleave_location mutex = 0;                 // that a condition wait gives back, or its end takes again
  std::uint32_t subject = SLEAVE_NO_THREAD;  // of creation, joining and signals
};

bool has_object(const Operation& operation) {
  const Category what = category(operation.kind);
  return operation.location != 0 && what != Category::none && what != Category::thread;
}

bool is_wait(std::uint32_t kind) { return kind == SLEAVE_EV_cond_wait || kind == SLEAVE_EV_cond_wake; }

bool may_write(std::uint32_t kind) {
  return kind != SLEAVE_EV_atomic_load && kind != SLEAVE_EV_plain_read && kind != SLEAVE_EV_visible_read;
}

// Takes effect at whatever its thread does next.
bool interrupts(std::uint32_t kind) { return kind == SLEAVE_EV_thread_signal || kind == SLEAVE_EV_thread_cancel; }

bool has_subject(std::uint32_t kind) {
  return kind == SLEAVE_EV_thread_create || kind == SLEAVE_EV_thread_join || interrupts(kind);
}

// Waits for, or sets, what signals to the whole program do.
bool looks_for_signals(std::uint32_t kind) {
  return kind == SLEAVE_EV_signal_take || kind == SLEAVE_EV_signal_action || kind == SLEAVE_EV_signal_pause ||
         kind == SLEAVE_EV_signal_wait;
}

Operation of_event(const sleave_event& event, const Moments& moments, const Moment& moment) {
  Operation operation{.moment = moment, .kind = event.kind};
  const bool data = is_data_access(event.kind);
  operation.failed = (event.flags & SLEAVE_EVENT_FAILED) != 0;
  operation.writes = data ? is_write(event) : true;
  operation.location = event.location;
  operation.bytes = data ? std::max<std::uint64_t>(access_bytes(event), 1) : 1;
  if (is_wait(event.kind)) operation.mutex = event.extra;
  if (has_subject(event.kind)) operation.subject = moments.reported_thread(subject_thread(event));
  return operation;
}

std::vector<Operation> operations_of(const Trace& run, const Trace& reported) {
  const Moments moments(run, reported);
  const std::uint64_t first = first_with_threads(run);
  std::vector<Operation> operations;
  for (const Moments::Point& point : moments.points()) {
    if (point.event < first && is_data_access(run.events[point.event].kind)) continue;  // in any order, before all
    operations.push_back(of_event(run.events[point.event], moments, point.moment));
  }
  for (std::uint32_t thread = 0; thread < run.threads.size(); ++thread) {
    const std::optional<Moment> moment = moments.pending_of(thread);
    if (!moment) continue;
    operations.push_back({.moment = *moment,
                          .kind = moment->kind,
                          .writes = may_write(moment->kind),
                          .pending = true,
                          .location = run.threads[thread].pending_location});
  }
  return operations;
}

bool overlap(const Operation& a, const Operation& b) {
  return a.location <= b.location ? b.location - a.location < a.bytes : a.location - b.location < b.bytes;
}

// A signal and what the other thread does.
bool interferes(const Operation& signal, const Operation& other) {
  return (interrupts(signal.kind) && signal.subject == other.moment.thread) ||
         (signal.kind == SLEAVE_EV_process_signal && looks_for_signals(other.kind));
}

// A wait for events of several descriptors, and what may cause one; a number that is given out, and what is done
// to the one that had it before.
bool concerns_all_descriptors(const Operation& one, const Operation& other) {
  const bool all = one.kind == SLEAVE_EV_descriptor_wait || one.kind == SLEAVE_EV_descriptor_open ||
                   one.kind == SLEAVE_EV_descriptor_accept;
  return all && category(other.kind) == Category::descriptor;
}

bool conflict(const Operation& a, const Operation& b) {
  if (interferes(a, b) || interferes(b, a) || concerns_all_descriptors(a, b) || concerns_all_descriptors(b, a))
    return true;
  const bool mutex = (a.mutex != 0 && a.mutex == b.location) || (b.mutex != 0 && b.mutex == a.location) ||
                     (a.mutex != 0 && a.mutex == b.mutex);
  return mutex || (has_object(a) && has_object(b) && (a.writes || b.writes) && overlap(a, b));
}

// Order within a thread, from creation to the first operation, from the last one to the join.
bool ordered_by_life(const Operation& earlier, const Operation& later) {
  return earlier.moment.thread == later.moment.thread ||
         (earlier.kind == SLEAVE_EV_thread_create && earlier.subject == later.moment.thread) ||
         (later.kind == SLEAVE_EV_thread_join && later.subject == earlier.moment.thread);
}

// Of each operation, which earlier ones come before it in every run.
std::vector<std::vector<bool>> order_by_life(const std::vector<Operation>& operations) {
  std::vector<std::vector<bool>> before(operations.size());
  for (std::size_t later = 0; later < operations.size(); ++later) {
    std::vector<bool>& reached = before[later];
    reached.resize(later + 1);
    for (std::size_t earlier = later; earlier-- > 0;) {
      if (reached[earlier] || !ordered_by_life(operations[earlier], operations[later])) continue;
      for (std::size_t i = 0; i < earlier; ++i) reached[i] = reached[i] || before[earlier][i];
      reached[earlier] = true;
    }
  }
  return before;
}

bool gives_lock(const Operation& operation, sleave_location mutex) {
  return (is_release(operation.kind) && operation.location == mutex) ||
         (operation.kind == SLEAVE_EV_cond_wait && operation.mutex == mutex);
}

bool takes_lock(const Operation& operation, sleave_location mutex) {
  const bool lock = is_lock(category(operation.kind)) && !is_release(operation.kind) && !operation.failed;
  return (lock && operation.location == mutex) || (operation.kind == SLEAVE_EV_cond_wake && operation.mutex == mutex);
}

// What `lock_like` takes or gives.
sleave_location lock_of(const Operation& lock_like) {
  return lock_like.mutex != 0 ? lock_like.mutex : lock_like.location;
}

// The lock that begins the critical section which operation `end` gives up; `end` itself if it gives up none.
std::size_t begin_of_section(const std::vector<Operation>& operations, std::size_t end, const Operation& next) {
  const sleave_location mutex = lock_of(next);
  if (!takes_lock(next, mutex) || !gives_lock(operations[end], mutex)) return end;
  for (std::size_t i = end; i-- > 0;) {
    if (operations[i].moment.thread == operations[end].moment.thread && takes_lock(operations[i], mutex)) return i;
  }
  return end;
}

}  // namespace

std::vector<Ordering> conflict_orderings(const Trace& run, const Trace& reported) {
  const std::vector<Operation> operations = operations_of(run, reported);
  std::vector<std::vector<bool>> before(operations.size());  // before[b][a]: a comes before b, whatever is chosen
  std::vector<Ordering> orderings;
  for (std::size_t later = 0; later < operations.size(); ++later) {
    std::vector<bool>& reached = before[later];
    reached.resize(later + 1);
    // From the nearest on: what is reached through a nearer one is not decided here.
    for (std::size_t earlier = later; earlier-- > 0;) {
      const bool life = ordered_by_life(operations[earlier], operations[later]);
      if (reached[earlier] || operations[earlier].pending ||
          (!life && !conflict(operations[earlier], operations[later])))
        continue;
      for (std::size_t i = 0; i < earlier; ++i) reached[i] = reached[i] || before[earlier][i];
      reached[earlier] = true;
      if (life) continue;
      const std::size_t begin = begin_of_section(operations, earlier, operations[later]);
      orderings.push_back({operations[begin].moment, operations[later].moment});
    }
  }
  std::reverse(orderings.begin(), orderings.end());
  return orderings;
}

std::vector<Ordering> implied_conflict_orderings(const Trace& run, const Trace& reported) {
  const std::vector<Operation> operations = operations_of(run, reported);
  const std::vector<std::vector<bool>> certain = order_by_life(operations);
  const std::vector<Ordering> direct = conflict_orderings(run, reported);
  std::vector<Ordering> orderings;
  for (std::size_t later = operations.size(); later-- > 0;) {
    for (std::size_t earlier = later; earlier-- > 0;) {
      const Operation& first = operations[earlier];
      const Operation& second = operations[later];
      if (first.pending || certain[later][earlier] || !conflict(first, second)) continue;
      // The second one's lock stands for it, and is looked at by itself.
      if (is_release(second.kind) && lock_of(first) == second.location) continue;
      const Ordering ordering{operations[begin_of_section(operations, earlier, second)].moment, second.moment};
      if (std::find(direct.begin(), direct.end(), ordering) == direct.end()) orderings.push_back(ordering);
    }
  }
  return orderings;
}

}  // namespace sleave
