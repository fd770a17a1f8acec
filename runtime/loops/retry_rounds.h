// Rounds of retry loops: `while (!top.compare_exchange_weak(old, new)) {}` (pass/loops/retry.h).
//
// A round that only read and whose compare-exchange fails is redundant: the round could have begun with the value that
// the compare-exchange found. In a run whose plan asks for it (SLEAVE_PLAN_RETRIES), a thread whose round fails so
// waits until the place holds again what it expects, mostly for good; another run has the execution without that round.
// The event `await` says that the failed attempt before it had no effect. docs/internals/retry-loops.md states the
// conditions. Those that are not known before the run are checked here: the round had no effect, carries over what it
// began with, and was fed by a load of the same place that is not stronger than the failed compare-exchange.
#pragma once

#include <cstdint>

#include "runtime/base/hidden.h"
#include "runtime/state/event_record.h"

namespace sleave::rt {

// Whether the plan asks for it.
SLEAVE_HIDDEN extern bool retries_matter;

void retries_start();

// An event of the current thread was executed and is not counted yet.
void retry_event(const EventRecord& event_record);

// The next atomic store of the current thread is to memory that no other thread knows, and every round repeats it.
void announce_private_store();

// The current thread begins a round of the loop in the function with this frame, with the values whose hash is
// `carried`. `fed`: its last event is the load that feeds the loop.
void begin_round(std::uint32_t loop, const void* frame, std::uint64_t carried, bool fed);

// Its next event is the compare-exchange that ends the round of that loop. If it fails, the next round would begin with
// `carried` and, if the loop is fed, with the value that it found. `how`: SLEAVE_ROUND_*.
void end_round(std::uint32_t loop, const void* frame, std::uint64_t carried, int how);

// Failures of a compare-exchange after which its round is redundant. After a spurious one the next round begins as this
// one did, whatever fed it.
enum class Redundant : std::uint8_t { none, spurious, all };

// Of that compare-exchange, which is about to be executed.
Redundant redundant_failures(const void* address, std::uint8_t bytes, int failure_order);

// Whether the plan wants redundant rounds repeated; else their threads wait.
SLEAVE_HIDDEN extern bool rounds_restart;

// What an atomic load was of; the address is null where there was none.
struct LoadedPlace {
  const void* address;
  std::uint8_t bytes;
  std::uint8_t order;
};

// The round whose compare-exchange was executed before the current thread's newest event, a redundant one.
struct RedundantRound {
  std::uint64_t first;  // of the thread's events: from there on they have no effect
  LoadedPlace feeder;   // to be loaded again
};
RedundantRound restart_round();

// The compare-exchange has failed and was recorded. Returns when `address` holds `expected` again, with the index of
// the thread's event that had no effect.
std::uint64_t wait_for_retry(std::uintptr_t site, const void* address, std::uint64_t expected);

// Whether a thread waits so: then nothing is wrong with threads that wait for it.
bool somebody_waits_for_retry();

}  // namespace sleave::rt
