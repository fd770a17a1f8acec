// Traces made by hand, for tests.
#pragma once

#include <cstdint>

#include "abi/layout.h"
#include "abi/words.h"
#include "engine/trace/trace.h"

namespace sleave {

// Locations that need no module: absolute addresses, heap and stack of a slot.
inline sleave_location at_address(std::uint64_t address) { return SLEAVE_LOCATION(SLEAVE_SPACE_ABSOLUTE, 0, address); }
inline sleave_location in_slot(std::uint32_t slot, std::uint64_t offset) {
  return SLEAVE_LOCATION(SLEAVE_SPACE_SLOT, slot, offset);
}
inline sleave_location of_thread(std::uint32_t thread) { return SLEAVE_LOCATION(SLEAVE_SPACE_THREAD, 0, thread); }

class TestTrace {
 public:
  // Main and `children` threads created by it; slot 10 + index.
  explicit TestTrace(std::uint32_t children) {
    trace.stacks.push_back(0);
    for (std::uint32_t i = 0; i <= children; ++i) {
      sleave_trace_thread thread{};
      thread.parent = i == 0 ? SLEAVE_NO_THREAD : 0;
      thread.ordinal = i == 0 ? 0 : i - 1;
      thread.slot = 10 + i;
      thread.state = SLEAVE_THREAD_ENABLED;
      thread.pending_kind = SLEAVE_EV_COUNT;
      thread.pending_owner = SLEAVE_NO_THREAD;
      trace.threads.push_back(thread);
    }
  }

  // Returns the index of the new event.
  std::uint64_t event(std::uint32_t thread, sleave_event_kind kind, sleave_location location, std::uint64_t value = 0,
                      std::uint64_t extra = 0, std::uint8_t flags = 0) {
    sleave_event event{};
    event.kind = static_cast<std::uint8_t>(kind);
    event.thread = thread;
    event.location = location;
    event.value = value;
    event.extra = extra;
    event.flags = flags;
    event.size = kind >= SLEAVE_EV_atomic_load && kind <= SLEAVE_EV_atomic_cas ? 4 : 0;
    if (event.size != 0 || kind == SLEAVE_EV_fence) event.order = SLEAVE_ORDER_seq_cst;
    if (kind == SLEAVE_EV_plain_read || kind == SLEAVE_EV_plain_write) event.size = 4;
    trace.events.push_back(event);
    return trace.events.size() - 1;
  }

  std::uint64_t create(std::uint32_t parent, std::uint32_t child) {
    return event(parent, SLEAVE_EV_thread_create, of_thread(child), child, 0, SLEAVE_EVENT_CHANGED);
  }
  std::uint64_t join(std::uint32_t thread, std::uint32_t child) {
    return event(thread, SLEAVE_EV_thread_join, of_thread(child), child, 0, SLEAVE_EVENT_CHANGED);
  }

  void block(std::uint32_t thread, sleave_event_kind kind, sleave_location location,
             std::uint32_t owner = SLEAVE_NO_THREAD) {
    trace.threads[thread].state = SLEAVE_THREAD_BLOCKED;
    trace.threads[thread].pending_kind = static_cast<std::uint8_t>(kind);
    trace.threads[thread].pending_location = location;
    trace.threads[thread].pending_owner = owner;
  }

  void hold(std::uint32_t thread, sleave_location location, std::uint32_t mode = 0) {
    trace.held.push_back({thread, mode, location, 0, SLEAVE_NO_STACK, 1});
  }

  void fail(sleave_finding_kind kind, std::uint32_t thread) {
    trace.header.outcome = SLEAVE_OUTCOME_failed;
    trace.header.finding = kind;
    trace.header.thread = thread;
  }

  Trace trace;
};

}  // namespace sleave
