// One event after another into the trace.
#pragma once

#include <cstdint>

#include "abi/trace.h"
#include "abi/words.h"

namespace sleave::rt {

struct Thread;

// How an event bears on others when two runs are compared as partial orders (class_hash).
enum class Effect : std::uint8_t {
  none,   // ordered within its thread only
  read,   // commutes with other reads of its object
  write,  // ordered with everything on its object
};

struct Happening {
  sleave_event_kind kind;
  std::uintptr_t site;
  const void* object = nullptr;
  std::uint64_t value = 0;
  std::uint64_t extra = 0;
  std::uint8_t order = 0;
  std::uint8_t size = 0;
  std::uint8_t flags = 0;
  Effect effect = Effect::write;
  const void* second = nullptr;  // an object it is ordered with as well (a condition's mutex)
  Thread* subject = nullptr;     // create, join, exit: the other thread; then `object` is not used
};

// A POINT event was executed by the current thread: counts, hashes, records, and tells the scheduler.
void record_point(const Happening& happening);

// A NOTE, recorded only if the plan asks for notes (accesses: for accesses).
void record_note(const Happening& happening);
// What an operation on `object`, whose event follows, was given: for who asks what it would have done elsewhere.
void record_operand(std::uintptr_t site, const void* object, std::uint64_t operand, std::uint8_t operation);
void record_access(sleave_event_kind kind, std::uintptr_t site, const void* address, std::uint64_t bytes);

// The plan has taken effect. A process makes one run, so there is nothing of an earlier one to forget.
void record_start();

// A choice of the current thread other than a switch. `expect`: the event it belongs to, SLEAVE_EV_COUNT if none.
void record_choice(sleave_choice_kind kind, sleave_event_kind expect, std::uint64_t value);

// The last uncontrolled call of a thread, as an index of abi/calls/intercepts.h; SLEAVE_CALL_COUNT: none.
unsigned last_uncontrolled(const Thread& thread);

// Counts, hashes, threads, held locks, modules and edges into the trace. `with_stacks`: also where each thread stands.
void record_end(bool with_stacks);

}  // namespace sleave::rt
