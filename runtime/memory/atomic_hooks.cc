// Hooks of atomic operations and fences. The operation is performed on the newest value, whatever its order says,
// unless the plan decides on an older one (old_stores.h); the order is recorded.
#include "runtime/memory/atomic_hooks.h"

#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/loops/await_loops.h"
#include "runtime/loops/retry_rounds.h"
#include "runtime/race/race.h"
#include "runtime/record/record.h"
#include "runtime/sched/choose.h"
#include "runtime/sched/scheduler.h"
#include "runtime/stores/old_stores.h"
#include "runtime/sync/locks.h"
#include "runtime/trace/planned_orders.h"

namespace sleave::rt {
namespace {

// Real atomic instructions: without a channel the program has real threads, and memory may be shared with another
// process. For 16 bytes there is only compare-and-swap.
template <typename T>
T load(T* address) {
  if constexpr (sizeof(T) <= 8) {
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);
  } else {
    return __sync_val_compare_and_swap(address, T{0}, T{0});
  }
}

template <typename T>
void store(T* address, T value) {
  if constexpr (sizeof(T) <= 8) {
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST);
  } else {
    T old = load(address);
    for (T seen; (seen = __sync_val_compare_and_swap(address, old, value)) != old;) old = seen;
  }
}

// Writes `desired` if the memory still holds `expected`; returns what it held.
template <typename T>
T compare_exchange(T* address, T expected, T desired) {
  return __sync_val_compare_and_swap(address, expected, desired);
}

template <typename T>
struct SignedOf;
template <>
struct SignedOf<std::uint8_t> {
  using type = std::int8_t;
};
template <>
struct SignedOf<std::uint16_t> {
  using type = std::int16_t;
};
template <>
struct SignedOf<std::uint32_t> {
  using type = std::int32_t;
};
template <>
struct SignedOf<std::uint64_t> {
  using type = std::int64_t;
};
template <>
struct SignedOf<unsigned __int128> {
  using type = __int128;
};

template <typename T>
T apply(sleave_rmw_op operation, T old, T operand) {
  using S = typename SignedOf<T>::type;
  switch (operation) {
    case SLEAVE_RMW_xchg:
      return operand;
    case SLEAVE_RMW_add:
      return static_cast<T>(old + operand);
    case SLEAVE_RMW_sub:
      return static_cast<T>(old - operand);
    case SLEAVE_RMW_and:
      return static_cast<T>(old & operand);
    case SLEAVE_RMW_nand:
      return static_cast<T>(~(old & operand));
    case SLEAVE_RMW_or:
      return static_cast<T>(old | operand);
    case SLEAVE_RMW_xor:
      return static_cast<T>(old ^ operand);
    case SLEAVE_RMW_max:
      return static_cast<S>(old) > static_cast<S>(operand) ? old : operand;
    case SLEAVE_RMW_min:
      return static_cast<S>(old) < static_cast<S>(operand) ? old : operand;
    case SLEAVE_RMW_umax:
      return old > operand ? old : operand;
    case SLEAVE_RMW_umin:
      return old < operand ? old : operand;
    case SLEAVE_RMW_COUNT:
      break;
  }
  __builtin_trap();
}

// Others may run; then the memory is looked at before it is touched: the sanitizer keeps notes in freed blocks.
template <typename T>
void announce(sleave_event_kind kind, std::uintptr_t site, T* address, bool writes) {
  scheduler.point({kind, site, address, nullptr});
  check_memory(address, sizeof(T), writes, site);
}

// What an operation does with stores other than the newest. Those of 16 bytes are not kept.
struct OldStores {
  StoreRecord* taken = nullptr;  // read, or come behind
  StoreRecord* made = nullptr;
};

template <typename T>
StoreRecord* old_store(const StoreUse& use, T* address) {
  if (sizeof(T) > 8 || !__builtin_expect(old_stores_matter, 0)) return nullptr;
  return take_old_store(use, address, sizeof(T), static_cast<std::uint64_t>(load(address)));
}

template <typename T>
StoreRecord* make_store(const StoreUse& use, T* address, StoreRecord* behind, T value) {
  if (sizeof(T) > 8 || !__builtin_expect(old_stores_matter, 0)) return nullptr;
  return &add_store(use, address, behind, static_cast<std::uint64_t>(value));
}

template <typename T>
void record_atomic(sleave_event_kind kind, std::uintptr_t site, T* address, T value, T written, int order,
                   std::uint8_t flags, Effect effect, const OldStores& old = {}) {
  EventRecord event_record{kind, site, address};
  event_record.value = static_cast<std::uint64_t>(value);
  event_record.extra = static_cast<std::uint64_t>(written);
  event_record.order = static_cast<std::uint8_t>(order);
  event_record.size = sizeof(T);
  event_record.flags = flags;
  event_record.effect = effect;
  if (__builtin_expect(old.taken != nullptr, 0)) {
    event_record.old = &old.taken->released;
    event_record.early = old.made == nullptr ? nullptr : &old.made->released;
    event_record.store = old.taken->name;
    event_record.flags = static_cast<std::uint8_t>((flags & ~SLEAVE_EVENT_CHANGED) | SLEAVE_EVENT_OLD);
  }
  record_point(event_record);
  if (__builtin_expect(old.made != nullptr && old.taken == nullptr, 0)) finish_store(address, sizeof(T), *old.made);
}

// On which the loop that the load is in ends. A search then tries no older values with which it does not; so a race of
// looks that find them must be impossible.
void record_condition(const void* address, std::uint64_t bytes, std::uintptr_t site) {
  const AwaitedCondition awaited = take_awaited_condition();
  if (!awaited.known || !race_could_look_before(address, bytes)) return;
  record_operand(site, address, awaited.operand, static_cast<std::uint8_t>(awaited.condition), awaited.mask);
}

template <typename T>
T hook_load(T* address, int order, std::uintptr_t site) {
  if (!controlled()) return load(address);
  order = order_at(site, order);
  announce(SLEAVE_EV_atomic_load, site, address, false);
  const OldStores old{old_store({StoreUse::By::load, order == SLEAVE_ORDER_seq_cst}, address), nullptr};
  const T value = old.taken == nullptr ? load(address) : static_cast<T>(old.taken->value);
  if (__builtin_expect(awaits_matter, 0)) record_condition(address, sizeof(T), site);
  record_atomic(SLEAVE_EV_atomic_load, site, address, value, T{0}, order, 0, Effect::read, old);
  return value;
}

template <typename T>
void hook_store(T* address, T value, int order, std::uintptr_t site) {
  if (!controlled()) return store(address, value);
  order = order_at(site, order);
  announce(SLEAVE_EV_atomic_store, site, address, true);
  const T held = load(address);
  const StoreUse use{StoreUse::By::store, order == SLEAVE_ORDER_seq_cst};
  OldStores old{old_store(use, address), nullptr};
  old.made = make_store(use, address, old.taken, value);
  if (old.taken == nullptr) store(address, value);
  record_atomic(SLEAVE_EV_atomic_store, site, address, value, held, order, held != value ? SLEAVE_EVENT_CHANGED : 0,
                Effect::write, old);
}

template <typename T>
T update(T* address, T operand, sleave_rmw_op operation) {
  T old = load(address);
  for (;;) {
    const T seen = compare_exchange(address, old, apply(operation, old, operand));
    if (seen == old) return old;
    old = seen;
  }
}

template <typename T>
T hook_rmw(T* address, T operand, sleave_rmw_op operation, int order, std::uintptr_t site) {
  if (!controlled()) return update(address, operand, operation);
  order = order_at(site, order);
  announce(SLEAVE_EV_atomic_rmw, site, address, true);
  const StoreUse use{StoreUse::By::update, order == SLEAVE_ORDER_seq_cst};
  OldStores old{old_store(use, address), nullptr};
  const T found = old.taken == nullptr ? update(address, operand, operation) : static_cast<T>(old.taken->value);
  const T now = apply(operation, found, operand);
  old.made = make_store(use, address, old.taken, now);
  record_operand(site, address, static_cast<std::uint64_t>(operand), static_cast<std::uint8_t>(operation));
  record_atomic(SLEAVE_EV_atomic_rmw, site, address, found, now, order, found != now ? SLEAVE_EVENT_CHANGED : 0,
                Effect::write, old);
  return found;
}

struct Orders {
  int success;
  int failure;
};

// As SLEAVE_EV_operand records it.
enum class Attempt : std::uint8_t {
  strong = 0,
  weak = 1,   // may fail although the values are equal
  retry = 2,  // a failure makes the round of its loop redundant, and so does a spurious one
  tries = 3   // as weak, for a try-lock or a semaphore
};

// One test for both: what a strong attempt costs is counted (bench/instructions.py).
bool may_fail_by_itself(Attempt kind) { return (static_cast<std::uint8_t>(kind) & 1) != 0; }

// Where failures that make a round redundant are left out.
[[gnu::noinline]] Attempt attempt_in_round(const void* address, std::uint8_t bytes, int failure_order, Attempt kind) {
  const Redundant redundant = redundant_failures(address, bytes, failure_order);
  if (redundant == Redundant::all && bytes <= 8) return Attempt::retry;
  return redundant == Redundant::none ? kind : Attempt::strong;
}

// Whether it wrote; `found` is what was there.
template <typename T>
bool attempt(T* address, T wanted, T desired, const Orders& orders, Attempt kind, std::uintptr_t site, T& found) {
  announce(SLEAVE_EV_atomic_cas, site, address, true);
  const StoreUse use{StoreUse::By::compare, orders.success == SLEAVE_ORDER_seq_cst, static_cast<std::uint64_t>(wanted)};
  OldStores old{old_store(use, address), nullptr};
  const auto seen = [&] { return old.taken == nullptr ? load(address) : static_cast<T>(old.taken->value); };
  const bool by_itself = may_fail_by_itself(kind) && seen() == wanted &&
                         choose(kind == Attempt::weak ? SLEAVE_CHOICE_fail : SLEAVE_CHOICE_try_fail);
  found = by_itself || old.taken != nullptr ? seen() : compare_exchange(address, wanted, desired);
  const bool done = found == wanted && !by_itself;
  const std::uint8_t flags = by_itself          ? SLEAVE_EVENT_FAILED | SLEAVE_EVENT_CHOSEN
                             : !done            ? SLEAVE_EVENT_FAILED
                             : found != desired ? SLEAVE_EVENT_CHANGED
                                                : 0;
  if (done) old.made = make_store(use, address, old.taken, desired);
  record_operand(site, address, static_cast<std::uint64_t>(wanted), static_cast<std::uint8_t>(kind),
                 static_cast<std::uint64_t>(orders.success) | static_cast<std::uint64_t>(orders.failure) << 4);
  record_atomic(SLEAVE_EV_atomic_cas, site, address, found, desired, done ? orders.success : orders.failure, flags,
                done ? Effect::write : Effect::read, old);
  return done;
}

void record_await(std::uint64_t first, std::uintptr_t site) {
  EventRecord event_record{SLEAVE_EV_await, site};
  event_record.value = first;
  event_record.effect = Effect::none;
  record_point(event_record);
}

// The round begins again, with what was found.
template <typename T>
void repeat_round(T* address, T found, std::uintptr_t site) {
  const RedundantRound round = restart_round();
  record_await(round.first, site);
  if (round.feeder.address == nullptr) return;
  record_atomic(SLEAVE_EV_atomic_load, site, address, found, T{0}, round.feeder.order, 0, Effect::read);
}

template <typename T>
int hook_cas(T* address, T* expected, T desired, int success, int failure, bool weak, std::uintptr_t site) {
  const T wanted = *expected;
  if (!controlled()) {
    *expected = compare_exchange(address, wanted, desired);
    return *expected == wanted ? 1 : 0;
  }
  if (__builtin_expect(orders_are_planned, 0)) {
    success = planned_order(site, success);
    failure = planned_failure_order(site, failure);
  }
  Attempt kind = weak ? Attempt::weak : Attempt::strong;
  if (__builtin_expect(runtime.current->weak_try, 0) && takes_weak_try() && !weak) kind = Attempt::tries;
  if (__builtin_expect(retries_matter, 0)) kind = attempt_in_round(address, sizeof(T), failure, kind);
  for (;;) {
    const bool done = attempt(address, wanted, desired, {success, failure}, kind, site, *expected);
    if (done || kind != Attempt::retry) return done ? 1 : 0;
    if (rounds_restart) {
      repeat_round(address, *expected, site);
      return 0;
    }
    record_await(wait_for_retry(site, address, static_cast<std::uint64_t>(wanted)), site);
  }
}

}  // namespace

template <typename T>
T atomic_load(T* address, int order, std::uintptr_t site) {
  return hook_load(address, order, site);
}

template <typename T>
void atomic_store(T* address, T value, int order, std::uintptr_t site) {
  hook_store(address, value, order, site);
}

template <typename T>
T atomic_update(T* address, T operand, int operation, int order, std::uintptr_t site) {
  return hook_rmw(address, operand, static_cast<sleave_rmw_op>(operation), order, site);
}

template <typename T>
bool atomic_compare_exchange(T* address, T* expected, T desired, int success, int failure, std::uintptr_t site,
                             ComparedBy kind) {
  return hook_cas(address, expected, desired, success, failure, kind == ComparedBy::weak, site) != 0;
}

void atomic_fence(int order, std::uintptr_t site) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (!controlled()) return;
  order = order_at(site, order);
  scheduler.point({SLEAVE_EV_fence, site, nullptr, nullptr});
  EventRecord event_record{SLEAVE_EV_fence, site};
  event_record.order = static_cast<std::uint8_t>(order);
  event_record.effect = Effect::none;
  record_point(event_record);
  if (__builtin_expect(old_stores_matter, 0) && order == SLEAVE_ORDER_seq_cst) old_stores_fence();
}

#define SLEAVE_INSTANTIATE(T)                                \
  template T atomic_load(T*, int, std::uintptr_t);           \
  template void atomic_store(T*, T, int, std::uintptr_t);    \
  template T atomic_update(T*, T, int, int, std::uintptr_t); \
  template bool atomic_compare_exchange(T*, T*, T, int, int, std::uintptr_t, ComparedBy);
SLEAVE_INSTANTIATE(std::uint8_t)
SLEAVE_INSTANTIATE(std::uint16_t)
SLEAVE_INSTANTIATE(std::uint32_t)
SLEAVE_INSTANTIATE(std::uint64_t)
SLEAVE_INSTANTIATE(unsigned __int128)
#undef SLEAVE_INSTANTIATE

}  // namespace sleave::rt

using namespace sleave::rt;

#define SLEAVE_ATOMIC_HOOKS(N, T)                                                                                \
  SLEAVE_EXPORT T __sleave_atomic_load_##N(void* address, int order) {                                           \
    return hook_load(static_cast<T*>(address), order, SLEAVE_SITE_HERE);                                         \
  }                                                                                                              \
  SLEAVE_EXPORT void __sleave_atomic_store_##N(void* address, T value, int order) {                              \
    hook_store(static_cast<T*>(address), value, order, SLEAVE_SITE_HERE);                                        \
  }                                                                                                              \
  SLEAVE_EXPORT T __sleave_atomic_rmw_##N(void* address, T operand, int operation, int order) {                  \
    return hook_rmw(static_cast<T*>(address), operand, static_cast<sleave_rmw_op>(operation), order,             \
                    SLEAVE_SITE_HERE);                                                                           \
  }                                                                                                              \
  SLEAVE_EXPORT int __sleave_atomic_cas_##N(void* address, T* expected, T desired, int success, int failure,     \
                                            int weak) {                                                          \
    return hook_cas(static_cast<T*>(address), expected, desired, success, failure, weak != 0, SLEAVE_SITE_HERE); \
  }
SLEAVE_ATOMIC_HOOKS(1, std::uint8_t)
SLEAVE_ATOMIC_HOOKS(2, std::uint16_t)
SLEAVE_ATOMIC_HOOKS(4, std::uint32_t)
SLEAVE_ATOMIC_HOOKS(8, std::uint64_t)
SLEAVE_ATOMIC_HOOKS(16, unsigned __int128)
#undef SLEAVE_ATOMIC_HOOKS

SLEAVE_EXPORT void __sleave_fence(int order) { atomic_fence(order, SLEAVE_SITE_HERE); }

SLEAVE_EXPORT void __sleave_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
