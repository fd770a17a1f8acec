#include "runtime/stores/old_stores.h"

#include "runtime/base/arena.h"
#include "runtime/base/random.h"
#include "runtime/base/runtime.h"
#include "runtime/race/race.h"
#include "runtime/sched/choose.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"
#include "runtime/state/thread.h"

namespace sleave::rt {

bool old_stores_matter;

namespace {

// An old store that a thread drew last, and how often in a row.
struct Drawn {
  std::uint64_t name;
  std::uint32_t times;
};

struct Location {
  const void* address;
  std::uint64_t bytes;
  std::uint64_t number;  // of the run's locations
  ArenaArray<StoreRecord*> stores;
  ArenaArray<Drawn> drawn;  // by thread
};

// Open addressing, at most half full; null: free.
Location** locations;
std::uint64_t capacity;
std::uint64_t used;
Location* last_used;  // most operations look at a location more than once

Location*& slot_for(const void* address) {
  std::uint64_t at = fold(reinterpret_cast<std::uintptr_t>(address), 0) & (capacity - 1);
  while (locations[at] != nullptr && locations[at]->address != address) at = (at + 1) & (capacity - 1);
  return locations[at];
}

void grow() {
  Location** const old = locations;
  const std::uint64_t old_capacity = capacity;
  capacity = capacity == 0 ? 32 : capacity * 2;
  locations = static_cast<Location**>(arena_allocate(capacity * sizeof(Location*)));
  for (std::uint64_t i = 0; i < old_capacity; ++i) {
    if (old[i] != nullptr) slot_for(old[i]->address) = old[i];
  }
}

Location& find_location(const void* address) {
  if (used * 2 >= capacity) grow();
  Location*& location = slot_for(address);
  if (location == nullptr) {
    location = arena_new<Location>();
    location->address = address;
    location->number = ++used;
  }
  last_used = location;
  return *location;
}

Location& location_at(const void* address) {
  return last_used != nullptr && last_used->address == address ? *last_used : find_location(address);
}

StoreRecord& new_record(std::uint64_t name, std::uint64_t value) {
  StoreRecord& record = *arena_new<StoreRecord>();
  record.name = name;
  record.value = value;
  return record;
}

void start_over(Location& location, std::uint64_t bytes, std::uint64_t held) {
  location.bytes = bytes;
  location.stores.clear();
  location.stores.push(&new_record(SLEAVE_INITIAL_STORE, held));
}

StoreRecord& newest(const Location& location) { return *location.stores[location.stores.size() - 1]; }

// What sequentially consistent fences have made visible besides what happens before: to all who pass one later, and to
// each thread by its last one.
struct Fenced {
  Clock clock;
  std::uint64_t when;  // in the total order
};
Clock fenced;
ArenaArray<Fenced*> visible;
std::uint64_t total_order;  // sequentially consistent operations so far

Fenced& visible_to(std::uint32_t thread) {
  while (visible.size() <= thread) visible.push(arena_new<Fenced>());
  return *visible[thread];
}

StoreAccess access_here() {
  const std::uint32_t thread = runtime.current->index;
  const Clock* const now = race_now();
  return {thread, now == nullptr ? 0 : (*now)[thread]};
}

void note_reader(const StoreUse& use, StoreRecord& store) {
  if (use.sequential && store.in_total_order == 0) store.in_total_order = ++total_order;
  const StoreAccess here = access_here();
  StoreAccess& first = store.first_reader;
  if (first.tick == 0) first = here;
  if (first.thread == here.thread) return;
  for (const StoreAccess& reader : store.more_readers) {
    if (reader.thread == here.thread) return;
  }
  store.more_readers.push(here);
}

// Tell draws from others of the same seed.
constexpr std::uint64_t kLoose = 0x6c6f6f7365;
constexpr std::uint64_t kDense = 0x64656e7365;
constexpr std::uint64_t kEach = 0x65616368;

// What the tail of this run draws.
struct Drawing {
  bool is_loose;         // whatever happens-before leaves
  std::uint64_t mostly;  // by location: threads take old stores of that many locations of eight
};
Drawing drawing;

bool is_known(const StoreRecord& store, const Clock& clock) {
  const auto is_before = [&](const StoreAccess& access) { return access.tick <= clock[access.thread]; };
  if (is_before(store.writer) || (store.first_reader.tick != 0 && is_before(store.first_reader))) return true;
  for (std::size_t i = 0; i < store.more_readers.size(); ++i) {
    if (is_before(store.more_readers[i])) return true;
  }
  return false;
}

// Whether the current thread must not read anything older. That is coarser than C++20 where operations are
// sequentially consistent: their total order is that of the run, and what fences have made visible is not passed on. So
// every second run asks for nothing of the kind. Whether C++20 allows a run that failed is checked afterwards.
bool is_seen(const StoreUse& use, const StoreRecord& store, const Clock& now) {
  if (is_known(store, now)) return true;
  if (drawing.is_loose) return false;
  const Fenced& fence = visible_to(runtime.current->index);
  if (is_known(store, fence.clock)) return true;
  if (store.in_total_order != 0 && store.in_total_order < fence.when) return true;
  return use.sequential && (store.in_total_order != 0 || is_known(store, fenced));
}

bool can_take(const StoreUse& use, const StoreRecord& store) {
  const bool stores = use.by != StoreUse::By::load && (use.by != StoreUse::By::compare || store.value == use.wanted);
  return !stores || !store.taken;
}

sleave_choice_kind kind_of(const StoreUse& use) {
  return use.by == StoreUse::By::store ? SLEAVE_CHOICE_place : SLEAVE_CHOICE_read_from;
}

// Those of which one is drawn, the newest first.
struct Candidates {
  static constexpr std::size_t kMost = 16;
  StoreRecord* stores[kMost];
  std::size_t count = 0;
};

Candidates candidates_for(const StoreUse& use, const Location& location, const Clock& now) {
  Candidates candidates;
  for (std::size_t i = location.stores.size(); i-- > 0 && candidates.count < Candidates::kMost;) {
    StoreRecord& store = *location.stores[i];
    if (candidates.count == 0 || can_take(use, store)) candidates.stores[candidates.count++] = &store;
    if (is_seen(use, store, now)) break;
  }
  return candidates;
}

// A thread takes old stores of every second location, or of every fourth: mostly the failure needs others to be new.
bool is_new_at(sleave_choice_kind kind, const Location& location, std::uint64_t& way) {
  const std::uint64_t place = location.number << 32 | std::uint64_t{runtime.current->index} << 8 | kind;
  way = mix(runtime.plan->tail_seed ^ place) % 8;
  return way >= drawing.mostly;
}

// The oldest in a third of the cases, besides: what a bug needs is mostly the state before all of it.
std::uint64_t draw_each(sleave_choice_kind kind, std::uint64_t alternatives) {
  const std::uint64_t any = draw_choice(kind, alternatives);
  const std::uint64_t way = mix(runtime.plan->tail_seed ^ kEach ^ runtime.trace->opportunities[kind]);
  return way % 3 == 0 ? alternatives - 1 : any;
}

// A thread that polls must not find the same old store for ever: after a few times it finds the newest.
bool is_drawn_too_often(Location& location, const StoreRecord& store) {
  constexpr std::uint32_t kMost = 3;
  while (location.drawn.size() <= runtime.current->index) location.drawn.push({});
  Drawn& drawn = location.drawn[runtime.current->index];
  drawn = {store.name, drawn.name == store.name ? drawn.times + 1 : 1};
  return drawn.times > kMost;
}

StoreRecord* draw_store(const StoreUse& use, Location& location) {
  const sleave_choice_kind kind = kind_of(use);
  const sleave_plan_choice& wanted = runtime.plan->choices[kind];
  const bool by_location = wanted.most == SLEAVE_EVERY_TIME && wanted.among == SLEAVE_EVERY_TIME;
  std::uint64_t way = 0;
  if (wanted.most == 0 || location.stores.size() < 2 || (by_location && is_new_at(kind, location, way))) return nullptr;
  const Clock* const now = race_now();
  if (now == nullptr) return nullptr;
  const Candidates candidates = candidates_for(use, location, *now);
  const std::uint64_t count = candidates.count;
  if (count < 2) return nullptr;
  const std::uint64_t back = by_location && way % 2 == 0                        ? count - 1
                             : !by_location && wanted.most == SLEAVE_EVERY_TIME ? draw_each(kind, count)
                                                                                : draw_choice(kind, count);
  if (back == 0) return nullptr;
  StoreRecord* const store = candidates.stores[back];
  return is_drawn_too_often(location, *store) ? nullptr : store;
}

// The same store with the number that its thread has in this run.
std::uint64_t name_in_run(std::uint64_t name) {
  if (name == SLEAVE_INITIAL_STORE) return name;
  const Thread* const thread = thread_of_plan(SLEAVE_STORE_THREAD(name));
  return thread == nullptr ? 0 : SLEAVE_STORE_NAME(thread->index, SLEAVE_STORE_INDEX(name));
}

StoreRecord* decided_store(sleave_choice_kind kind, Location& location) {
  const std::uint64_t name = name_in_run(follow_value(kind, ~std::uint64_t{0}));
  for (std::size_t i = 0; name != 0 && i + 1 < location.stores.size(); ++i) {
    if (location.stores[i]->name == name) return location.stores[i];
  }
  return nullptr;
}

}  // namespace

void old_stores_start() {
  const sleave_plan& plan = *runtime.plan;
  old_stores_matter = (plan.flags & SLEAVE_PLAN_OLD_STORES) != 0;
  if (!old_stores_matter) return;
  drawing.is_loose = mix(plan.tail_seed, kLoose) % 2 == 0;
  drawing.mostly = mix(plan.tail_seed, kDense) % 2 == 0 ? 2 : 4;
}

StoreRecord* take_old_store(const StoreUse& use, const void* address, std::uint64_t bytes, std::uint64_t held) {
  Location& location = location_at(address);
  const std::size_t count = location.stores.size();
  if (count == 0 || location.bytes != bytes || location.stores[count - 1]->value != held)
    start_over(location, bytes, held);
  if (!runtime.recorded) return nullptr;
  const sleave_choice_kind kind = kind_of(use);
  StoreRecord* const taken = follow_done() ? draw_store(use, location) : decided_store(kind, location);
  if (taken != nullptr) record_choice(kind, runtime.current->pending.kind, taken->name);
  if (use.by != StoreUse::By::store) note_reader(use, taken != nullptr ? *taken : newest(location));
  return taken;
}

void old_stores_fence() {
  const Clock* const now = race_now();
  if (now == nullptr) return;
  Fenced& own = visible_to(runtime.current->index);
  own.clock.join(*now);
  own.clock.join(fenced);
  own.when = ++total_order;
  fenced.join(own.clock);
}

StoreRecord& add_store(const StoreUse& use, const void* address, StoreRecord* before, std::uint64_t value) {
  Location& location = location_at(address);
  const Thread& self = *runtime.current;
  StoreRecord& record = new_record(SLEAVE_STORE_NAME(self.index, self.events), value);
  record.writer = access_here();
  if (use.sequential) record.in_total_order = ++total_order;
  std::size_t at = location.stores.size();
  if (before != nullptr) {
    for (at = 0; location.stores[at] != before;) ++at;
    ++at;
    record.released.assign(before->released);
  }
  if (use.by != StoreUse::By::store && at > 0) location.stores[at - 1]->taken = true;
  location.stores.insert(at, &record);
  return record;
}

void finish_store(const void* address, std::uint64_t bytes, StoreRecord& store) {
  if (const Clock* released = race_released(address, bytes)) store.released.assign(*released);
}

}  // namespace sleave::rt
