#include "engine/analyze/culprits.h"

#include <algorithm>

#include "abi/words.h"
#include "engine/analyze/race_accesses.h"

namespace sleave {
namespace {

// Index of the last event before `end` for which `wanted` holds; events.size() if there is none.
template <typename Wanted>
std::uint64_t last_event(const Trace& trace, std::uint64_t end, Wanted wanted) {
  for (std::uint64_t i = end; i-- > 0;) {
    if (wanted(i, trace.events[i])) return i;
  }
  return trace.events.size();
}

bool is_cause(const WaitGraph& waits, std::uint32_t thread) {
  return std::binary_search(waits.causes.begin(), waits.causes.end(), thread);
}

// How each lock that a cause waits for was taken, and each signal that came too early.
void deadlock_events(const Trace& trace, const WaitGraph& waits, std::vector<std::uint64_t>& found) {
  for (const Wait& wait : waits.waits) {
    if (!is_cause(waits, wait.thread)) continue;
    for (const std::uint32_t holder : wait.holders) {
      found.push_back(last_event(trace, trace.events.size(), [&](std::uint64_t, const sleave_event& event) {
        const bool returned_with_it = event.kind == SLEAVE_EV_cond_wake && event.extra == wait.location;
        return event.thread == holder &&
               ((is_acquisition(event) && event.location == wait.location) || returned_with_it);
      }));
    }
    found.push_back(lost_notification(trace, wait));
  }
}

// The last operation on the misused lock by anybody, and the last by the failing thread.
void misuse_events(const Trace& trace, std::vector<std::uint64_t>& found) {
  const auto on_it = [&](const sleave_event& event) { return event.location == trace.header.finding_location; };
  found.push_back(
      last_event(trace, trace.events.size(), [&](std::uint64_t, const sleave_event& e) { return on_it(e); }));
  found.push_back(last_event(trace, trace.events.size(), [&](std::uint64_t, const sleave_event& e) {
    return on_it(e) && e.thread == trace.header.thread;
  }));
}

// When the block that the failure is about was allocated and freed.
void heap_events(const Trace& trace, std::vector<std::uint64_t>& found) {
  for (const std::uint32_t kind : {SLEAVE_EV_heap_alloc, SLEAVE_EV_heap_free}) {
    found.push_back(last_event(trace, trace.events.size(), [&](std::uint64_t, const sleave_event& event) {
      const std::uint64_t size = std::max<std::uint64_t>(event.value, 1);
      return event.kind == kind && trace.header.finding_location - event.location < size;
    }));
  }
}

// The last contended read of the failing thread, and the write by another thread that it saw.
void data_events(const Trace& trace, const std::vector<bool>& contended, std::vector<std::uint64_t>& found) {
  const std::uint64_t read = last_event(trace, trace.events.size(), [&](std::uint64_t i, const sleave_event& event) {
    return event.thread == trace.header.thread && contended[i] && is_data_access(event.kind);
  });
  if (read == trace.events.size()) return;
  const std::uint64_t write = last_event(trace, read, [&](std::uint64_t, const sleave_event& event) {
    return event.thread != trace.header.thread && event.location == trace.events[read].location && is_write(event);
  });
  found.push_back(read);
  found.push_back(write);
}

// The last failed check of each running thread: what it spins on.
void spinning_events(const Trace& trace, std::vector<std::uint64_t>& found) {
  for (std::uint32_t thread = 0; thread < trace.threads.size(); ++thread) {
    if (trace.threads[thread].state != SLEAVE_THREAD_ENABLED) continue;
    found.push_back(last_event(trace, trace.events.size(), [&](std::uint64_t, const sleave_event& event) {
      const bool looks = event.kind == SLEAVE_EV_atomic_load || (event.flags & SLEAVE_EVENT_FAILED) != 0;
      return event.thread == thread && looks;
    }));
  }
}

}  // namespace

std::vector<std::uint64_t> culprit_events(const Trace& trace, const WaitGraph& waits,
                                          const std::vector<bool>& contended) {
  std::vector<std::uint64_t> found;
  switch (trace.finding()) {
    case SLEAVE_FIND_deadlock:
      deadlock_events(trace, waits, found);
      break;
    case SLEAVE_FIND_double_lock:
    case SLEAVE_FIND_foreign_unlock:
      misuse_events(trace, found);
      break;
    case SLEAVE_FIND_data_race:
      if (trace.races.empty()) break;
      found.push_back(earlier_event(trace, trace.races.back()));
      found.push_back(later_event(trace, trace.races.back()));
      break;
    case SLEAVE_FIND_heap_use_after_free:
    case SLEAVE_FIND_double_free:
    case SLEAVE_FIND_invalid_free:
    case SLEAVE_FIND_heap_overflow:
      heap_events(trace, found);
      break;
    case SLEAVE_FIND_no_progress:
      spinning_events(trace, found);
      break;
    case SLEAVE_FIND_crash:
    case SLEAVE_FIND_assertion:
    case SLEAVE_FIND_abort:
    case SLEAVE_FIND_terminate:
      data_events(trace, contended, found);
      break;
    default:
      break;
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::erase(found, trace.events.size());
  return found;
}

}  // namespace sleave
