// An event that was just executed, as it is recorded, hashed and looked at by detectors.
#pragma once

#include <cstdint>

#include "abi/words.h"

namespace sleave::rt {

struct Thread;
class Clock;

// How an event bears on others when two runs are compared as partial orders (class_hash).
enum class Effect : std::uint8_t {
  none,   // ordered within its thread only
  read,   // commutes with other reads of its object
  write,  // ordered with everything on its object
};

struct EventRecord {
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
  const Clock* old = nullptr;    // an atomic that reads an old store (runtime/stores/old_stores.h): what that released
  Clock* early = nullptr;        // an atomic whose store is not the newest: what it releases
  std::uint64_t store = 0;       // of either: the name of the store that it reads or comes behind
  const void* clock = nullptr;   // of a descriptor that shares its clock with no other (race/ordering.cc)
  Thread* subject = nullptr;     // create, join, exit: the other thread; then `object` is not used
};

}  // namespace sleave::rt
