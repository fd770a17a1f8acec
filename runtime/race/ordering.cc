// Events into edges, as runtime/race/edges.def says.
#include "runtime/base/random.h"
#include "runtime/base/runtime.h"
#include "runtime/race/alike_windows.h"
#include "runtime/race/detector.h"
#include "runtime/race/happens_before.h"
#include "runtime/race/race.h"
#include "runtime/race/shadow.h"
#include "runtime/state/event_record.h"
#include "runtime/state/thread.h"
#include "runtime/state/watch.h"
#include "runtime/trace/site.h"

namespace sleave::rt {

bool race_clocks;
bool race_detection;

namespace {

enum class Edge : std::uint8_t {
  unknown,
  nothing,
  acquire,
  release,
  lock_shared,
  lock_exclusive,
  unlock_either,
  acquire_second,
  release_second,
  arrive,
  leave,
  create,
  join,
  send,
  announce,
  take,
  transmit,
  receive,
  both,
  use,
  make,
  load,
  store,
  update,
  exchange,
  fence,
  read,
  write,
  allocate,
  free
};

struct EdgeTable {
  Edge of[SLEAVE_EV_COUNT];
};

constexpr EdgeTable read_edges() {
  EdgeTable table{};
#define SLEAVE_EDGE(event, edge) table.of[SLEAVE_EV_##event] = Edge::edge;
#include "runtime/race/edges.def"
#undef SLEAVE_EDGE
  return table;
}
constexpr EdgeTable kEdges = read_edges();

enum Role { NOTE, POINT };
#define SLEAVE_EVENT(name, words, verb, category, role)                       \
  static_assert(role == NOTE || kEdges.of[SLEAVE_EV_##name] != Edge::unknown, \
                #name " has no row in runtime/race/edges.def");
#include "abi/events.def"
#undef SLEAVE_EVENT

RaceThread& self() {
  Thread& current = *runtime.current;
  if (current.race == nullptr) {
    current.race = &race_thread(current.index);
    race_switch(current);
  }
  return *current.race;
}

std::uintptr_t number(const void* object) { return reinterpret_cast<std::uintptr_t>(object); }

// A synchronization object is touched at its first byte: enough to see its memory go.
Touch touch_object(const EventRecord& event_record, const void* object, sleave_access_kind kind) {
  return {kind, number(object), 1, event_record.site};
}

void use(const EventRecord& event_record, const void* object) {
  touch_memory(self(), touch_object(event_record, object, SLEAVE_ACCESS_use));
}

// A volatile access that the plan takes for a plain one. It is a scheduling point: see plain_event().
void volatile_event(const EventRecord& event_record, Edge edge) {
  const sleave_access_kind kind = edge == Edge::load ? SLEAVE_ACCESS_volatile_read : SLEAVE_ACCESS_volatile_write;
  touch_memory(self(), {kind, number(event_record.object), event_record.size, event_record.site});
  begin_epoch(self());
}

unsigned order_of(const EventRecord& event_record) {
  if (event_record.order != SLEAVE_ORDER_volatile) return event_record.order;
  return (runtime.plan->flags & SLEAVE_PLAN_VOLATILE_ATOMIC) != 0 ? SLEAVE_ORDER_seq_cst : SLEAVE_ORDER_relaxed;
}

bool is_plain_volatile(const EventRecord& event_record) {
  constexpr std::uint32_t kAtomic = SLEAVE_PLAN_VOLATILE_RELAXED | SLEAVE_PLAN_VOLATILE_ATOMIC;
  return event_record.order == SLEAVE_ORDER_volatile && (runtime.plan->flags & kAtomic) == 0;
}

void atomic_event(const EventRecord& event_record, Edge edge) {
  if (is_plain_volatile(event_record)) return volatile_event(event_record, edge);
  const bool failed = (event_record.flags & SLEAVE_EVENT_FAILED) != 0;
  const bool only_reads = edge == Edge::load || (edge == Edge::exchange && failed);
  const sleave_access_kind kind = only_reads ? SLEAVE_ACCESS_atomic_read : SLEAVE_ACCESS_atomic_write;
  const std::uint64_t bytes = event_record.size == 255 ? event_record.extra : event_record.size;
  const Touch touch{kind, number(event_record.object), bytes, event_record.site};
  const AtomicAct act = only_reads ? AtomicAct::load : edge == Edge::store ? AtomicAct::store : AtomicAct::update;
  // Other sizes are libatomic's, which nobody writes behind our back; their events hold no whole value.
  const bool whole = (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) && touch.address % bytes == 0;
  if (__builtin_expect(event_record.old != nullptr, 0)) {
    self().defers = false;
    return touch_old_store(self(), touch, act, order_of(event_record), {event_record.old, event_record.early});
  }
  const AtomicValues values{event_record.value, act == AtomicAct::update ? event_record.extra : event_record.value};
  touch_atomic(self(), touch, act, order_of(event_record), whole ? &values : nullptr);
  self().defers = false;
}

void thread_event(const EventRecord& event_record, Edge edge) {
  RaceThread& subject = race_thread(event_record.subject->index);
  if (edge == Edge::join) return join_alike(self(), *event_record.subject);
  if (edge == Edge::send) return hb_release(event_record.subject);
  subject.now.join(self().now);
  begin_alike(self(), *event_record.subject);
  begin_epoch(self());
}

// Stands for the signals of the whole process: its address is what counts.
char process_signals;

void signal_event(Edge edge) {
  if (edge == Edge::announce) return hb_release(&process_signals);
  hb_acquire(&process_signals);
  hb_acquire(runtime.current);
}

// The clocks of descriptors: the first is of all together, the others of those whose names have the same hash.
char descriptors[1024];

const void* clock_of_descriptor(const void* name, const void* clock) {
  if (clock != nullptr) return clock;
  return &descriptors[1 + mix(reinterpret_cast<std::uint64_t>(name)) % (sizeof descriptors - 1)];
}

// Through poll and epoll a thread sees what happened to any of them; and which sockets are connected to which is the
// kernel's knowledge (EventRecord::second). Files are apart: a search takes calls on two of them as independent, so the
// order of those must not order threads.
void descriptor_event(const EventRecord& event_record, Edge edge) {
  const void* own = clock_of_descriptor(event_record.object, event_record.clock);
  if (edge != Edge::transmit) {
    hb_acquire(own);
    if (event_record.second != nullptr) hb_acquire(&descriptors[0]);
  }
  if (edge != Edge::receive) {
    hb_release(own);
    if (event_record.clock == nullptr || event_record.second != nullptr) hb_release(&descriptors[0]);
  }
}

void object_event(const EventRecord& event_record, Edge edge) {
  const std::uintptr_t object = number(event_record.object);
  switch (edge) {
    case Edge::acquire:
      return acquire_object(self(), object);
    case Edge::release:
      return release_object(self(), object);
    case Edge::lock_shared:
      return lock_shared(self(), object);
    case Edge::lock_exclusive:
      return lock_exclusive(self(), object);
    case Edge::unlock_either:
      return unlock_either(self(), object);
    case Edge::acquire_second:
      if (event_record.second != nullptr) acquire_object(self(), number(event_record.second));
      return;
    case Edge::release_second:
      return release_object(self(), number(event_record.second));
    case Edge::arrive:
      return arrive_at_barrier(self(), object, event_record.value == 0);
    case Edge::leave:
      return leave_barrier(self());
    default:
      return;
  }
}

// The tail may let others come before the thread hands that over (event_priority.h).
void note_written(const void* address) {
  Thread& thread = *runtime.current;
  const auto* at = static_cast<const char*>(address);
  if (at < thread.stack_low || at >= thread.stack_high) thread.wrote_plain = true;
}

void plain_event(const EventRecord& event_record, Edge edge) {
  if (edge == Edge::write) note_written(event_record.object);
  const sleave_access_kind kind = edge == Edge::read    ? SLEAVE_ACCESS_read
                                  : edge == Edge::write ? SLEAVE_ACCESS_write
                                                        : SLEAVE_ACCESS_heap_free;
  const std::uint64_t bytes = edge == Edge::free ? event_record.value : event_record.extra;
  const Touch touch{kind, number(event_record.object), bytes, event_record.site};
  if (edge == Edge::free) return touch_freed(self(), touch);
  touch_memory(self(), touch);
  // It is a scheduling point, so others may come between it and what its thread does there next, which is no repetition
  // of it: whoever races with that should hear of it.
  begin_epoch(self());
}

bool learns(Edge edge) {
  return edge == Edge::acquire || edge == Edge::lock_shared || edge == Edge::lock_exclusive ||
         edge == Edge::acquire_second || edge == Edge::leave;
}

// A function of its own, so that race_event() needs no frame while there is nothing to do.
__attribute__((noinline)) void make_edge(const EventRecord& event_record, Edge edge) {
  const bool failed = (event_record.flags & SLEAVE_EVENT_FAILED) != 0;
  const bool alike = runtime.plan->tail_alike != 0;
  if (alike && edge != Edge::join && edge != Edge::allocate && edge != Edge::free) end_joins(self());
  switch (edge) {
    case Edge::unknown:
    case Edge::nothing:
      return;
    case Edge::create:
    case Edge::join:
    case Edge::send:
      if (!failed) thread_event(event_record, edge);
      return;
    case Edge::announce:
    case Edge::take:
      if (!failed) signal_event(edge);
      return;
    case Edge::transmit:
    case Edge::receive:
    case Edge::both:
      if (!failed) descriptor_event(event_record, edge);
      return;
    case Edge::load:
    case Edge::store:
    case Edge::update:
    case Edge::exchange:
      return atomic_event(event_record, edge);
    case Edge::fence:
      return fence_clock(self(), order_acquires(event_record.order), order_releases(event_record.order));
    case Edge::read:
    case Edge::write:
    case Edge::free:
      return plain_event(event_record, edge);
    case Edge::allocate:
      return shadow_forget(number(event_record.object), event_record.value);
    case Edge::make:
      if (!failed) touch_memory(self(), touch_object(event_record, event_record.object, SLEAVE_ACCESS_make));
      return;
    default:
      // What an operation learns it knows when it touches its object; what it hands over includes that touch.
      if (!failed && learns(edge)) object_event(event_record, edge);
      use(event_record, event_record.object);
      if (event_record.second != nullptr) use(event_record, event_record.second);
      if (!failed && !learns(edge)) object_event(event_record, edge);
  }
}

bool looks_for_races() { return (runtime.plan->flags & SLEAVE_PLAN_DETECT_RACES) != 0; }

// Which old stores a thread may still read is known from its clock (runtime/stores/old_stores.h).
bool draws_old_stores() {
  const sleave_plan_choice* const choices = runtime.plan->choices;
  return (runtime.plan->flags & SLEAVE_PLAN_OLD_STORES) != 0 &&
         (choices[SLEAVE_CHOICE_read_from].most != 0 || choices[SLEAVE_CHOICE_place].most != 0);
}

void begin_clocks() {
  race_detection = looks_for_races();
  race_clocks = race_detection || draws_old_stores();
  if (race_detection && __sleave_watch.accesses == SLEAVE_ACCESSES_TO_NOBODY) watch_accesses(SLEAVE_ACCESSES_TO_RACES);
}

}  // namespace

void race_start() { race_clocks = race_detection = false; }

void race_event(const EventRecord& event_record) {
  const Edge edge = kEdges.of[event_record.kind];
  if (edge == Edge::create && !race_clocks) begin_clocks();
  if (race_clocks) make_edge(event_record, edge);
}

void race_access(sleave_access_kind kind, const void* address, std::uint64_t bytes, std::uintptr_t site) {
  if (kind == SLEAVE_ACCESS_write) note_written(address);
  touch_memory(self(), {kind, number(address), bytes, site});
}

void race_remember(RacePast& past) {
  if (!race_clocks) return;
  const RaceThread& thread = self();
  past.now.assign(thread.now);
  past.acquired_later.assign(thread.acquired_later);
  past.fenced.assign(thread.fenced);
}

// In an epoch of its own: what was a good access with what it knew may be none now.
void race_return_to(const RacePast& past) {
  if (!race_clocks) return;
  RaceThread& thread = self();
  const Tick own = thread.now[thread.index];
  thread.now.assign(past.now);
  thread.now.set(thread.index, own);
  thread.acquired_later.assign(past.acquired_later);
  thread.fenced.assign(past.fenced);
  begin_epoch(thread);
}

bool race_defer(const void* address, std::uint64_t bytes) {
  if (!race_clocks) return true;
  self().defers = has_one_history(number(address), bytes);
  return self().defers;
}

const Clock* race_now() { return race_clocks ? &self().now : nullptr; }

const Clock* race_released(const void* address, std::uint64_t bytes) {
  return race_clocks ? released_at(number(address), bytes) : nullptr;
}

bool race_could_look_before(const void* address, std::uint64_t bytes) {
  return !race_clocks || knows_plain_writes(self(), number(address), bytes);
}

void race_settle() {
  if (race_clocks) release_deferred(self());
}

void race_take_back() {
  if (race_clocks) self().deferred.to = nullptr;
}

void hb_release(const void* object) {
  if (race_clocks) release_object(self(), number(object));
}

void hb_through_descriptor(const void* name, const void* clock) {
  hb_acquire(clock_of_descriptor(name, clock));
  hb_release(clock_of_descriptor(name, clock));
  hb_release(&descriptors[0]);
}

void hb_acquire(const void* object) {
  if (race_clocks) acquire_object(self(), number(object));
}

namespace {
char foreign_futexes;  // represents all of them: its address is what counts
}  // namespace

void hb_enter_foreign_futex(const void* word) {
  hb_release(word);
  hb_release(&foreign_futexes);
}

void hb_leave_foreign() { hb_acquire(&foreign_futexes); }

void hb_release_unseen() {
  if (race_clocks) release_unseen(self());
}

void hb_fence_everybody(std::uintptr_t site) {
  if (race_clocks) fence_everybody(self(), is_seen_code(reinterpret_cast<const void*>(site)));
}

}  // namespace sleave::rt
