#include "runtime/record/record.h"

#include <sys/uio.h>

#include "abi/calls/intercepts.h"
#include "runtime/base/random.h"
#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/heap/heap_access.h"
#include "runtime/race/race.h"
#include "runtime/record/class_hash.h"
#include "runtime/record/contacts.h"
#include "runtime/record/steps.h"
#include "runtime/record/totals.h"
#include "runtime/sched/await_loops.h"
#include "runtime/sched/scheduler.h"
#include "runtime/state/watch.h"
#include "runtime/symbolic/inputs.h"
#include "runtime/symbolic/reads.h"
#include "runtime/trace/pairs.h"
#include "runtime/trace/site.h"
#include "runtime/trace/stack.h"
#include "runtime/trace/visible_sites.h"

namespace sleave::rt {

namespace {

std::uint64_t run_hash;

// Plain accesses between two points. The first are recorded with their stacks and values, which takes microseconds for
// each; of a step that computes with millions of them the others are recorded bare, or the step would take longer than
// a run may go on without an event. Of the room for events they leave most to the points, which repeat the run.
constexpr std::uint64_t kWholeAccesses = SLEAVE_VALUED_ACCESSES;
std::uint64_t step;  // by the events before it
std::uint64_t accesses_of_step;

void count_access() {
  if (step != scheduler.events()) accesses_of_step = 0;
  step = scheduler.events();
  ++accesses_of_step;
}

bool accesses_are_bare() { return accesses_of_step > kWholeAccesses; }

bool has_room_for_access() {
  const sleave_section& section = runtime.trace->sections[SLEAVE_SECTION_EVENTS];
  return section.count < section.capacity / 8;
}

// The last plain write whose value is not known yet: its hook stands before the store.
sleave_event* unfinished_write;
const void* unfinished_address;

template <typename Entry>
Entry* section_entries(sleave_section_kind kind) {
  return reinterpret_cast<Entry*>(reinterpret_cast<char*>(runtime.trace) + runtime.trace->sections[kind].offset);
}

// Up to eight bytes of the program's memory, 0 if they cannot be read: the address is the program's, and the fault, if
// it is one, should happen in the program.
std::uint64_t memory_at(const void* address, std::uint64_t bytes) {
  std::uint64_t value = 0;
  iovec to = {&value, bytes < sizeof value ? bytes : sizeof value};
  iovec from = {const_cast<void*>(address), to.iov_len};
  raw_call(__NR_process_vm_readv, raw_call(__NR_getpid), reinterpret_cast<long>(&to), 1, reinterpret_cast<long>(&from),
           1);
  return value;
}

void finish_write() {
  if (unfinished_write == nullptr) return;
  unfinished_write->value = memory_at(unfinished_address, unfinished_write->size);
  unfinished_write = nullptr;
}

// `event` is a write at `address` that is about to happen; null if there was no room for it.
void finish_later(sleave_event* event, const void* address) {
  if (event == nullptr || event->size > sizeof event->value) return;
  unfinished_write = event;
  unfinished_address = address;
}

bool is_access(sleave_event_kind kind) { return kind == SLEAVE_EV_plain_read || kind == SLEAVE_EV_plain_write; }

std::uint32_t stack_for(const Happening& happening) {
  if (!records_stacks()) return SLEAVE_NO_STACK;
  if (is_access(happening.kind) && accesses_are_bare()) return SLEAVE_NO_STACK;
  const Thread& self = *runtime.current;
  return happening.kind == self.pending.kind && happening.site == self.pending.site ? self.pending_stack
                                                                                    : stack_here(happening.site);
}

sleave_event* append(const Happening& happening, sleave_location location, std::uint8_t flags) {
  finish_write();
  sleave_section& section = runtime.trace->sections[SLEAVE_SECTION_EVENTS];
  if (section.count >= section.capacity) {
    ++runtime.trace->dropped;
    return nullptr;
  }
  sleave_event& event = section_entries<sleave_event>(SLEAVE_SECTION_EVENTS)[section.count++];
  event.kind = static_cast<std::uint8_t>(happening.kind);
  event.order = happening.order;
  event.size = happening.size;
  event.flags = flags;
  event.thread = runtime.current->index;
  event.site = site_of(happening.site);
  event.location = location;
  event.value = happening.value;
  event.extra = happening.extra;
  event.stack = stack_for(happening);
  event.expression = 0;
  step_is_recorded(section.count - 1);
  return &event;
}

void update_run_hash(const Happening& happening, sleave_location location, std::uint8_t flags) {
  const std::uint64_t head = static_cast<std::uint64_t>(happening.kind) | static_cast<std::uint64_t>(flags) << 8 |
                             static_cast<std::uint64_t>(happening.order) << 16 |
                             static_cast<std::uint64_t>(happening.size) << 24 |
                             static_cast<std::uint64_t>(runtime.current->index) << 32;
  const std::uint64_t what = fold(happening.value, happening.extra);
  run_hash = fold(fold(run_hash ^ head, site_of(happening.site)) ^ location, what);
}

}  // namespace

void record_start() {
  const bool wanted = (runtime.plan->record & SLEAVE_RECORD_ACCESSES) != 0 ||
                      (runtime.plan->flags & SLEAVE_PLAN_SCHEDULE_PLAIN) != 0 || runtime.plan->site_count != 0;
  watch_accesses(wanted ? SLEAVE_ACCESSES_TO_OTHERS : SLEAVE_ACCESSES_TO_NOBODY);
  contacts_start();
  pairs_start();
  race_start();
  visible_sites_start();
  awaits_start();
  inputs_start();
  reads_start();
}

void record_point(const Happening& happening) {
  if (runtime.planned) {
    check_heap_object(happening);
    std::uint8_t flags = happening.flags;
    if (scheduler.switched()) flags |= SLEAVE_EVENT_SWITCHED;
    if (scheduler.preempted()) flags |= SLEAVE_EVENT_PREEMPTED;
    if ((flags & SLEAVE_EVENT_TIMED_OUT) != 0 && runtime.current->early) flags |= SLEAVE_EVENT_CHOSEN;
    scheduler.clear_switched();
    const sleave_location location =
        happening.subject != nullptr ? location_of_thread(happening.subject->index) : location_of(happening.object);
    update_run_hash(happening, location, flags);
    class_hash_add(happening, location);
    if ((runtime.plan->record & SLEAVE_RECORD_POINTS) != 0) {
      sleave_event* event = append(happening, location, flags);
      if (__builtin_expect(reads_are_inputs, 0)) follow_point(happening, location, event);
      if (happening.kind == SLEAVE_EV_visible_write) finish_later(event, happening.object);
    }
    if (__builtin_expect(contacts_matter, 0)) contacts_add(happening, location);
    if (__builtin_expect(pairs_matter, 0)) pairs_add(happening);
    race_event(happening);
    if (__builtin_expect(awaits_matter, 0)) await_event(happening);
  }
  scheduler.executed((happening.flags & SLEAVE_EVENT_CHANGED) != 0);
}

void record_note(const Happening& happening) {
  if (!runtime.planned) return;
  if ((runtime.plan->record & SLEAVE_RECORD_NOTES) != 0)
    append(happening, location_of(happening.object), happening.flags);
  race_event(happening);
}

void record_operand(std::uintptr_t site, const void* object, std::uint64_t operand, std::uint8_t operation) {
  if (!runtime.planned || (runtime.plan->record & SLEAVE_RECORD_OPERANDS) == 0) return;
  Happening happening{SLEAVE_EV_operand, site, object};
  happening.value = operand;
  happening.order = operation;
  append(happening, location_of(object), 0);
}

void record_access(sleave_event_kind kind, std::uintptr_t site, const void* address, std::uint64_t bytes) {
  if (!runtime.planned || (runtime.plan->record & SLEAVE_RECORD_ACCESSES) == 0 || !has_room_for_access()) return;
  count_access();
  Happening happening{kind, site, address};
  happening.size = bytes < 255 ? static_cast<std::uint8_t>(bytes) : 255;
  happening.extra = bytes;
  const bool has_value = !accesses_are_bare();
  if (has_value && kind == SLEAVE_EV_plain_read && bytes <= 8) happening.value = memory_at(address, bytes);
  const sleave_location location = location_of(address);
  sleave_event* event = append(happening, location, 0);
  if (__builtin_expect(decisions_matter, 0)) {
    if (has_value) {
      follow_point(happening, location, event);
    } else {
      forget_point();
    }
  }
  if (has_value && kind == SLEAVE_EV_plain_write) finish_later(event, address);
}

unsigned last_uncontrolled(const Thread& thread) {
  return thread.last_uncontrolled != 0 ? thread.last_uncontrolled - 1 : SLEAVE_CALL_COUNT;
}

void record_totals() {
  finish_write();
  sleave_trace& trace = *runtime.trace;
  trace.events = scheduler.events();
  trace.points = scheduler.points();
  trace.switches = scheduler.switches();
  trace.hash = run_hash;
  trace.class_hash = class_hash_total();
}

}  // namespace sleave::rt
