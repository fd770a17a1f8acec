// A small valid trace for unit tests: main creates T1, both lock the same mutex.
#pragma once

#include <cstring>

#include "engine/trace/trace.h"

namespace sleave {

inline sleave_event sample_event(sleave_event_kind kind, std::uint32_t thread) {
  sleave_event event{};
  event.kind = static_cast<std::uint8_t>(kind);
  event.thread = thread;
  event.site = SLEAVE_SITE(0, 0x1000 + kind);
  event.stack = 1;
  return event;
}

// Order of points: main start, main create, T1 start, T1 lock, main lock is pending (held by T1), T1 unlock, T1 exit,
// main lock, main exits. A note of main stands between.
inline Trace sample_trace() {
  Trace trace;
  trace.header.magic = SLEAVE_TRACE_MAGIC;
  trace.header.version = SLEAVE_TRACE_VERSION;
  trace.header.outcome = SLEAVE_OUTCOME_exited;
  trace.header.hash = 0x1234;
  trace.modules.resize(1);
  trace.modules[0].base = 0x555555554000;
  trace.modules[0].end = 0x555555564000;
  std::strcpy(trace.modules[0].path, "/bin/sample");
  trace.stacks = {0, 2, SLEAVE_SITE(0, 0x1100), SLEAVE_SITE(SLEAVE_SITE_NO_MODULE, 0x77), 0, 0};
  trace.threads.resize(2);
  trace.threads[0].parent = SLEAVE_NO_THREAD;
  trace.threads[0].pending_owner = trace.threads[1].pending_owner = SLEAVE_NO_THREAD;
  trace.threads[0].pending_kind = trace.threads[1].pending_kind = SLEAVE_EV_COUNT;
  trace.threads[0].state = trace.threads[1].state = SLEAVE_THREAD_DONE;

  trace.events.push_back(sample_event(SLEAVE_EV_thread_start, 0));
  trace.events.push_back(sample_event(SLEAVE_EV_thread_create, 0));
  trace.events.back().value = 1;
  trace.events.push_back(sample_event(SLEAVE_EV_heap_alloc, 0));
  trace.events.push_back(sample_event(SLEAVE_EV_thread_start, 1));
  trace.events.push_back(sample_event(SLEAVE_EV_mutex_lock, 1));
  trace.events.back().location = SLEAVE_LOCATION(SLEAVE_SPACE_MODULE, 0, 0x40);
  trace.events.push_back(sample_event(SLEAVE_EV_mutex_unlock, 1));
  trace.events.push_back(sample_event(SLEAVE_EV_thread_exit, 1));
  trace.events.push_back(sample_event(SLEAVE_EV_mutex_lock, 0));
  trace.events.push_back(sample_event(SLEAVE_EV_process_exit, 0));
  return trace;
}

}  // namespace sleave
