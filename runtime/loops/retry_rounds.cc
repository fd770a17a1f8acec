#include "runtime/loops/retry_rounds.h"

#include "abi/hooks.h"
#include "runtime/base/arena.h"
#include "runtime/base/runtime.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

bool retries_matter;
bool rounds_restart;

namespace {

constexpr std::uint32_t kMostRounds = 4;  // one within the other

struct Round {
  std::uint32_t loop;
  const void* frame;
  std::uint64_t carried;
  std::uint64_t first;  // of the thread's events
  bool acted;           // the thread changed what others may see
  LoadedPlace feeder;   // the load that fed it
};

bool is_of(const Round& round, std::uint32_t loop, const void* frame) {
  return round.loop == loop && round.frame == frame;
}

// consume is treated as acquire.
int strength(int order) { return order == SLEAVE_ORDER_consume ? SLEAVE_ORDER_acquire : order; }

}  // namespace

struct Retries {
  std::uint32_t count;
  Round rounds[kMostRounds];  // from the outermost in
  LoadedPlace last_load;      // the thread's newest event, if that is an atomic load
  bool private_store;         // the next event
  const Round* ending;        // the next event is its compare-exchange; null: none
  const Round* redundant;     // if its compare-exchange fails
  int ending_how;             // SLEAVE_ROUND_*
  bool restarts;              // the next round begins after the load that feeds it
  bool waits;                 // after a failure
  const void* waits_at;       // for
  std::uint64_t expected;     // to be there
  bool is_there;
  bool for_good;  // it is not repeated
};

namespace {

Retries& retries_of(Thread& thread) {
  if (thread.retries == nullptr) thread.retries = arena_new<Retries>();
  return *thread.retries;
}

// The round of that loop; those inside it are over, and so are those of functions that returned.
Round& enter(Retries& retries, std::uint32_t loop, const void* frame) {
  for (std::uint32_t i = retries.count; i > 0; --i) {
    if (!is_of(retries.rounds[i - 1], loop, frame)) continue;
    retries.count = i;
    return retries.rounds[i - 1];
  }
  while (retries.count > 0 && retries.rounds[retries.count - 1].frame < frame) --retries.count;
  if (retries.count == kMostRounds) {
    for (std::uint32_t i = 1; i < kMostRounds; ++i) retries.rounds[i - 1] = retries.rounds[i];
    --retries.count;
  }
  return retries.rounds[retries.count++];
}

bool can_retry(const Thread& thread) { return thread.retries->is_there && !thread.retries->for_good; }

// The value that an atomic operation left; none of another one.
const std::uint64_t* written_by(const EventRecord& event_record) {
  if (event_record.kind == SLEAVE_EV_atomic_store) return &event_record.value;
  const bool updates = event_record.kind == SLEAVE_EV_atomic_rmw || event_record.kind == SLEAVE_EV_atomic_cas;
  return updates ? &event_record.extra : nullptr;
}

void tell_who_waits(const EventRecord& event_record) {
  const std::uint64_t* const written = written_by(event_record);
  for (std::uint32_t i = 0; i < scheduler.live_count(); ++i) {
    Thread& thread = scheduler.live(i);
    Retries* const retries = thread.retries;
    if (retries == nullptr || !retries->waits || retries->waits_at != event_record.object) continue;
    retries->is_there = written != nullptr && *written == retries->expected;
    scheduler.reconsider(thread);
  }
}

}  // namespace

void retries_start() {
  retries_matter = (runtime.plan->flags & SLEAVE_PLAN_RETRIES) != 0;
  rounds_restart = (runtime.plan->flags & SLEAVE_PLAN_RESTART_ROUNDS) != 0;
}

void retry_event(const EventRecord& event_record) {
  Retries* const retries = &retries_of(*runtime.current);
  const bool effect = event_record.effect == Effect::write && (event_record.flags & SLEAVE_EVENT_FAILED) == 0;
  const bool acts = effect && !(retries->private_store && event_record.kind == SLEAVE_EV_atomic_store);
  for (std::uint32_t i = 0; acts && i < retries->count; ++i) retries->rounds[i].acted = true;
  if (effect && event_record.object != nullptr) tell_who_waits(event_record);
  retries->private_store = false;
  retries->ending = nullptr;
  const bool loads = event_record.kind == SLEAVE_EV_atomic_load;
  retries->last_load = {loads ? event_record.object : nullptr, event_record.size, event_record.order};
}

void announce_private_store() { retries_of(*runtime.current).private_store = true; }

void begin_round(std::uint32_t loop, const void* frame, std::uint64_t carried, bool fed) {
  Retries& retries = retries_of(*runtime.current);
  Round& round = enter(retries, loop, frame);
  const bool right_after_load = fed || retries.restarts;
  retries.restarts = false;
  round = {loop, frame, carried, runtime.current->events, false, right_after_load ? retries.last_load : LoadedPlace{}};
}

void end_round(std::uint32_t loop, const void* frame, std::uint64_t carried, int how) {
  Retries& retries = retries_of(*runtime.current);
  retries.ending = nullptr;
  for (std::uint32_t i = retries.count; i > 0; --i) {
    const Round& round = retries.rounds[i - 1];
    if (!is_of(round, loop, frame)) continue;
    if (!round.acted && round.carried == carried) retries.ending = &round;
    retries.ending_how = how;
    return;
  }
}

Redundant redundant_failures(const void* address, std::uint8_t bytes, int failure_order) {
  Retries* const retries = runtime.current->retries;
  if (retries == nullptr || retries->ending == nullptr) return Redundant::none;
  const Round& round = *retries->ending;
  retries->ending = nullptr;
  retries->redundant = &round;
  const LoadedPlace& feeder = round.feeder;
  const bool feeds = feeder.address == address && feeder.bytes == bytes &&  // of no load, the address is null
                     strength(failure_order) >= strength(feeder.order);
  if ((retries->ending_how & SLEAVE_ROUND_FED) == 0 || feeds) return Redundant::all;
  return (retries->ending_how & SLEAVE_ROUND_SAME) != 0 ? Redundant::spurious : Redundant::none;
}

RedundantRound restart_round() {
  Retries& retries = *runtime.current->retries;
  const Round& round = *retries.redundant;
  retries.restarts = (retries.ending_how & SLEAVE_ROUND_FED) != 0;
  if (!retries.restarts) return {round.first, LoadedPlace{}};
  return {round.first - 1, round.feeder};
}

std::uint64_t wait_for_retry(std::uintptr_t site, const void* address, std::uint64_t expected) {
  Retries& retries = *runtime.current->retries;
  const std::uint64_t failed = runtime.current->events - 1;
  retries.waits = true;
  retries.waits_at = address;
  retries.expected = expected;
  retries.is_there = false;
  // Attempts that had no effect would count where the plan limits a thread's events.
  retries.for_good = scheduler.events() <= runtime.plan->decided_events || runtime.plan->tail_events != 0;
  scheduler.point({SLEAVE_EV_await, site, address, can_retry});
  retries.waits = false;
  return failed;
}

bool somebody_waits_for_retry() {
  if (!retries_matter) return false;
  for (std::uint32_t i = 0; i < scheduler.live_count(); ++i) {
    const Retries* const retries = scheduler.live(i).retries;
    if (retries != nullptr && retries->waits) return true;
  }
  return false;
}

}  // namespace sleave::rt
