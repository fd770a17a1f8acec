// The detector proper: accesses, atomics and synchronization objects of threads named by number. Knows nothing of the
// scheduler or the trace; each race goes to race_found() (history.h).
#pragma once

#include <cstdint>

#include "abi/words.h"
#include "runtime/race/access.h"
#include "runtime/race/shadow.h"
#include "runtime/race/threads.h"

namespace sleave::rt {

struct Touch {
  sleave_access_kind kind;
  std::uintptr_t address;
  std::uint64_t bytes;
  std::uintptr_t site;
};

// A plain access, an atomic one without its order, a use or the making or end of a synchronization object.
void touch_memory(RaceThread& thread, const Touch& touch);
// The end of a heap block.
void touch_freed(RaceThread& thread, const Touch& touch);

// Whether a plain access of `bytes` bytes is redundant: all of them were accessed like this, or a read's were written,
// in the same epoch. An access that conflicts with the new one conflicts with the old one, and since the end of a block
// is the end of an epoch, the memory is still valid if it was. The fast path of loops: only looks, and only where
// memory was touched recently; false is always a correct answer.
__attribute__((always_inline)) inline bool says_nothing_new(const RaceThread& thread, std::uintptr_t address,
                                                            std::uint64_t bytes, bool writes) {
  const auto first = static_cast<unsigned>(address % kCellBytes);
  if (first + bytes > kCellBytes) return false;
  const std::uint64_t key = shadow_key(address);
  const ShadowPage& recent = recent_pages[key % kRecentPages];
  if (recent.key != key) return false;
  const KnownBytes known = recent.shadow->known[cell_index(address)];
  return known.covers(thread.epoch, byte_set(first, static_cast<unsigned>(bytes)), writes);
}

// What an atomic operation does to the value in memory.
enum class AtomicAct : std::uint8_t { load, store, update };

// The value it found (not of a store) and the one it left.
//
// Code without instrumentation may write atomics as well. A load that finds another value than the last operation left
// reads what nobody was seen writing: it is taken to come after everything that any thread has done, so that the edge
// which was surely there is not missed.
struct AtomicValues {
  std::uint64_t found;
  std::uint64_t left;
};

// An atomic operation with its memory order (sleave_order). `values`: null if they are not known; else 1, 2, 4 or 8
// bytes, aligned.
void touch_atomic(RaceThread& thread, const Touch& touch, AtomicAct act, unsigned order, const AtomicValues* values);

// The same of a store that is not the newest: what it released, and what one that is made behind it releases.
struct OldStoreClocks {
  const Clock* read;
  Clock* made;
};
void touch_old_store(RaceThread& thread, const Touch& touch, AtomicAct act, unsigned order,
                     const OldStoreClocks& clocks);

// What the newest store of these bytes released; null if they have several histories.
const Clock* released_at(std::uintptr_t address, std::uint64_t bytes);

// Whether an atomic operation on these bytes is of one history, so that what it hands over can be deferred.
bool has_one_history(std::uintptr_t address, std::uint64_t bytes);

// Whether the thread comes after all plain writes of these bytes.
bool knows_plain_writes(const RaceThread& thread, std::uintptr_t address, std::uint64_t bytes);

// What the thread's last update hands over reaches its place, unless that was stored to meanwhile.
void release_deferred(RaceThread& thread);

// The thread may have released something inside code without instrumentation, at a place that is not known: who loads a
// value of which no write was seen comes after it.
void release_unseen(RaceThread& thread);

// membarrier: every thread passes a full fence here. Called by code without instrumentation it is how such code orders
// itself after what others did, which it has read where nobody saw it: then the caller comes after everything that any
// thread has done.
void fence_everybody(RaceThread& caller, bool caller_is_seen);

// Edges through an object, which has a clock at its first byte: release adds to it. Another clock of the same object is
// at the next byte.
void release_object(RaceThread& thread, std::uintptr_t object);
void acquire_object(RaceThread& thread, std::uintptr_t object);

// Read-write locks: no edge from reader to reader.
void lock_shared(RaceThread& thread, std::uintptr_t lock);
void lock_exclusive(RaceThread& thread, std::uintptr_t lock);
void unlock_either(RaceThread& thread, std::uintptr_t lock);

// Barriers: everyone of a round before everyone of it leaves, and nobody of the next.
void arrive_at_barrier(RaceThread& thread, std::uintptr_t barrier, bool last);
void leave_barrier(RaceThread& thread);

}  // namespace sleave::rt
