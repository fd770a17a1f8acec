// What is written once, at the end of a run: totals, threads, locks held, modules, edges.
#include <string.h>

#include "runtime/base/asan.h"
#include "runtime/base/runtime.h"
#include "runtime/record/contacts.h"
#include "runtime/record/record.h"
#include "runtime/record/totals.h"
#include "runtime/sanitize/asan_heap.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sched/sources.h"
#include "runtime/state/clock.h"
#include "runtime/symbolic/untracked/untracked.h"
#include "runtime/trace/edges.h"
#include "runtime/trace/pairs.h"
#include "runtime/trace/site.h"
#include "runtime/trace/stack.h"

namespace sleave::rt {

namespace {

char* section_memory(sleave_section_kind kind) {
  return reinterpret_cast<char*>(runtime.trace) + runtime.trace->sections[kind].offset;
}

// What the thread's pending operation is about: the condition it sleeps on, the thread it joins, the lock it wants.
sleave_location pending_location(const Thread& thread) {
  if (is_asleep(thread)) return location_of(thread.waits_on);
  if (thread.pending.kind == SLEAVE_EV_thread_join) {
    return location_of_thread(static_cast<const Thread*>(thread.pending.object)->index);
  }
  return location_of(thread.pending.object);
}

void describe(sleave_trace_thread& entry, Thread& thread) {
  entry.parent = thread.parent != nullptr ? thread.parent->index : SLEAVE_NO_THREAD;
  entry.ordinal = thread.ordinal;
  entry.slot = thread.slot;
  entry.state = static_cast<std::uint8_t>(thread.state);
  entry.pending_kind = static_cast<std::uint8_t>(thread.pending.kind);
  entry.detached = thread.detached ? 1 : 0;
  entry.exposed = thread.exposed ? 1 : 0;
  entry.argument_is_block = thread.argument_bytes != 0 ? 1 : 0;
  entry.start_key = thread.start_key;
  entry.events = thread.events;
  entry.create_site = thread.create_site != 0 ? site_of(thread.create_site) : 0;
  entry.pending_site = thread.pending.site != 0 ? site_of(thread.pending.site) : 0;
  entry.pending_location = pending_location(thread);
  entry.pending_owner = owner_of_pending(thread);
  entry.create_stack = thread.create_stack;
  entry.final_stack = SLEAVE_NO_STACK;
  memcpy(entry.name, thread.name, sizeof entry.name);
}

void write_threads(bool with_stacks) {
  sleave_section& section = runtime.trace->sections[SLEAVE_SECTION_THREADS];
  auto* entries = reinterpret_cast<sleave_trace_thread*>(section_memory(SLEAVE_SECTION_THREADS));
  const std::uint64_t n = scheduler.thread_count() < section.capacity ? scheduler.thread_count() : section.capacity;
  for (std::uint64_t i = 0; i < n; ++i) {
    Thread& thread = scheduler.thread(static_cast<std::uint32_t>(i));
    describe(entries[i], thread);
    if (!with_stacks || thread.state == SLEAVE_THREAD_DONE) continue;
    entries[i].final_stack = &thread == runtime.current ? runtime.trace->finding_stack : stack_of(thread);
  }
  section.count = n;
}

void write_held() {
  sleave_section& section = runtime.trace->sections[SLEAVE_SECTION_HELD];
  auto* entries = reinterpret_cast<sleave_trace_held*>(section_memory(SLEAVE_SECTION_HELD));
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    for (const HeldLock& lock : scheduler.thread(i).held) {
      if (section.count == section.capacity) return;
      entries[section.count++] = {i, lock.mode, location_of(lock.object), site_of(lock.site), lock.stack, lock.count};
    }
  }
}

}  // namespace

void record_end(bool with_stacks) {
  record_totals();
  runtime.trace->clock_ns = clock_now();
  runtime.trace->foreign_heap = !has_asan() ? 0 : asan_shows_frees() ? 2 : 1;
  find_modules();
  write_threads(with_stacks);
  write_held();
  write_modules();
  write_edges();
  lose_untracked();
  write_contacts();
  write_pairs();
}

}  // namespace sleave::rt
