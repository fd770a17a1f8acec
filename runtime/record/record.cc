#include "runtime/record/record.h"

#include <sys/uio.h>

#include "abi/calls/intercepts.h"
#include "runtime/base/random.h"
#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/heap/heap_access.h"
#include "runtime/loops/await_loops.h"
#include "runtime/loops/retry_rounds.h"
#include "runtime/race/race.h"
#include "runtime/record/calls.h"
#include "runtime/record/class_hash.h"
#include "runtime/record/contacts.h"
#include "runtime/record/steps.h"
#include "runtime/record/totals.h"
#include "runtime/sched/scheduler.h"
#include "runtime/state/watch.h"
#include "runtime/stores/old_stores.h"
#include "runtime/symbolic/inputs.h"
#include "runtime/symbolic/reads.h"
#include "runtime/trace/pairs.h"
#include "runtime/trace/planned_orders.h"
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

std::uint32_t stack_for(const EventRecord& event_record) {
  if (!records_stacks()) return SLEAVE_NO_STACK;
  if (is_access(event_record.kind) && accesses_are_bare()) return SLEAVE_NO_STACK;
  const Thread& self = *runtime.current;
  return event_record.kind == self.pending.kind && event_record.site == self.pending.site
             ? self.pending_stack
             : stack_here(event_record.site);
}

sleave_event* append(const EventRecord& event_record, sleave_location location, std::uint8_t flags) {
  finish_write();
  sleave_section& section = runtime.trace->sections[SLEAVE_SECTION_EVENTS];
  if (section.count >= section.capacity) {
    ++runtime.trace->dropped;
    return nullptr;
  }
  sleave_event& event = section_entries<sleave_event>(SLEAVE_SECTION_EVENTS)[section.count++];
  event.kind = static_cast<std::uint8_t>(event_record.kind);
  event.order = event_record.order;
  event.size = event_record.size;
  event.flags = flags;
  event.thread = runtime.current->index;
  event.site = site_of(event_record.site);
  event.location = location;
  event.value = event_record.value;
  event.extra = event_record.extra;
  event.stack = stack_for(event_record);
  event.expression = 0;
  step_is_recorded(section.count - 1);
  return &event;
}

void update_run_hash(const EventRecord& event_record, sleave_location location, std::uint8_t flags) {
  const std::uint64_t head = static_cast<std::uint64_t>(event_record.kind) | static_cast<std::uint64_t>(flags) << 8 |
                             static_cast<std::uint64_t>(event_record.order) << 16 |
                             static_cast<std::uint64_t>(event_record.size) << 24 |
                             static_cast<std::uint64_t>(runtime.current->index) << 32;
  const std::uint64_t what = fold(event_record.value, event_record.extra);
  run_hash = fold(fold(run_hash ^ head, site_of(event_record.site)) ^ location, what);
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
  retries_start();
  old_stores_start();
  planned_orders_start();
  inputs_start();
  reads_start();
}

void record_point(const EventRecord& event_record) {
  if (__builtin_expect(runtime.recorded, 1)) {
    check_heap_object(event_record);
    std::uint8_t flags = event_record.flags;
    if (scheduler.switched()) flags |= SLEAVE_EVENT_SWITCHED;
    if (scheduler.preempted()) flags |= SLEAVE_EVENT_PREEMPTED;
    if ((flags & SLEAVE_EVENT_TIMED_OUT) != 0 && runtime.current->early) flags |= SLEAVE_EVENT_CHOSEN;
    scheduler.clear_switched();
    const sleave_location location = event_record.subject != nullptr ? location_of_thread(event_record.subject->index)
                                                                     : location_of(event_record.object);
    update_run_hash(event_record, location, flags);
    class_hash_add(event_record, location);
    if ((runtime.plan->record & SLEAVE_RECORD_POINTS) != 0) {
      sleave_event* event = append(event_record, location, flags);
      if (__builtin_expect(reads_are_inputs, 0)) follow_point(event_record, location, event);
      if (event_record.kind == SLEAVE_EV_visible_write) finish_later(event, event_record.object);
    }
    if (__builtin_expect(contacts_matter, 0)) contacts_add(event_record, location);
    if (__builtin_expect(pairs_matter, 0)) pairs_add(event_record);
    if (__builtin_expect(awaits_matter, 0)) before_await_event(event_record);
    race_event(event_record);
    if (__builtin_expect(awaits_matter, 0)) await_event(event_record);
    if (__builtin_expect(retries_matter, 0)) retry_event(event_record);
  } else if (runtime.serial) {
    return serial_event();
  }
  scheduler.executed((event_record.flags & SLEAVE_EVENT_CHANGED) != 0);
}

void record_note(const EventRecord& event_record) {
  if (!runtime.recorded) return;
  if ((runtime.plan->record & SLEAVE_RECORD_NOTES) != 0)
    append(event_record, location_of(event_record.object), event_record.flags);
  race_event(event_record);
}

void record_chance(const EventRecord& event_record) {
  if (runtime.planned && (runtime.plan->record & SLEAVE_RECORD_POINTS) != 0)
    append(event_record, 0, event_record.flags);
}

void record_operand(std::uintptr_t site, const void* object, std::uint64_t operand, std::uint8_t operation,
                    std::uint64_t extra) {
  if (!runtime.recorded || (runtime.plan->record & SLEAVE_RECORD_OPERANDS) == 0) return;
  EventRecord event_record{SLEAVE_EV_operand, site, object};
  event_record.value = operand;
  event_record.extra = extra;
  event_record.order = operation;
  append(event_record, location_of(object), 0);
}

void record_access(sleave_event_kind kind, std::uintptr_t site, const void* address, std::uint64_t bytes) {
  if (!runtime.planned || (runtime.plan->record & SLEAVE_RECORD_ACCESSES) == 0 || !has_room_for_access()) return;
  count_access();
  EventRecord event_record{kind, site, address};
  event_record.size = bytes < 255 ? static_cast<std::uint8_t>(bytes) : 255;
  event_record.extra = bytes;
  const bool has_value = !accesses_are_bare();
  if (has_value && kind == SLEAVE_EV_plain_read && bytes <= 8) event_record.value = memory_at(address, bytes);
  const sleave_location location = location_of(address);
  sleave_event* event = append(event_record, location, 0);
  if (__builtin_expect(decisions_matter, 0)) {
    if (has_value) {
      follow_point(event_record, location, event);
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
