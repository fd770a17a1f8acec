// A run as prediction sees it: events in their order, and what each of them needs to happen again as it did.
//
// A thread repeats its behavior as long as each of its reads finds the same store and each of its operations on other
// objects the same state. So an event *needs* the earlier events of its thread, the stores its reads took, the creation
// of its thread, the end of a thread it joined, and the event that brought an object into the state it found.
// Everything an event needs, directly or not, is kept as a vector clock: of each thread, how many of its first events.
// Locks are not in it: that a critical section waited for another does not mean that it needs it (closure.h).
//
// Threads are switched at points only. What a thread does from one of its points up to its next is a *slice*: it
// happens without a switch, so an event that needs an event of another thread's slice needs the whole slice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "abi/trace.h"

namespace sleave::predict {

using EventId = std::uint32_t;  // rank in the history
constexpr EventId kNoEvent = 0xffffffff;

struct Event {
  std::uint32_t thread = 0;
  bool point = true;
  sleave_site site = 0;

  // Memory.
  bool reads = false;
  bool writes = false;
  bool frees = false;  // the memory is given back
  bool atomic = false;
  bool tests = false;  // it writes only because it found what it was to find: a compare-exchange
  sleave_location location = 0;
  std::uint64_t bytes = 0;
  std::uint64_t found = 0;   // what a read took
  std::uint64_t stored = 0;  // and a write left
  bool valued = false;       // both are known, all bytes of them

  // A lock.
  enum class LockUse : std::uint8_t { none, acquire, release };
  LockUse lock_use = LockUse::none;
  bool exclusive = true;
  bool waits = true;  // until the lock is free
  sleave_location lock = 0;

  // What it does with another object, or with a lock besides; `ordered`: what the event does depends on everything that
  // was done with the object before.
  enum class ObjectUse : std::uint8_t { other, sleep, tell, destroy };
  sleave_location object = 0;
  ObjectUse object_use = ObjectUse::other;
  bool ordered = false;

  // Another thread.
  enum class ThreadUse : std::uint8_t { none, create, join };
  ThreadUse thread_use = ThreadUse::none;
  std::uint32_t other = 0;

  bool after_all = false;  // depends on everything before it: time

  // Set by the history.
  std::uint32_t index = 0;  // in its thread
  std::uint32_t slice = 0;  // of its thread: its points up to here
  std::uint32_t held = 0;   // which set of acquisitions its thread holds before it
};

class History {
 public:
  explicit History(std::size_t threads);

  EventId add(Event event);

  [[nodiscard]] std::size_t size() const { return events_.size(); }
  [[nodiscard]] std::size_t threads() const { return own_.size(); }
  [[nodiscard]] const Event& event(EventId id) const { return events_[id]; }
  [[nodiscard]] std::span<const Event> events() const { return events_; }
  [[nodiscard]] std::span<const EventId> of_thread(std::uint32_t thread) const { return own_[thread]; }

  // Where the thread was created; kNoEvent: nowhere in the history.
  [[nodiscard]] EventId creation_of(std::uint32_t thread) const { return created_by_[thread]; }

  // Of each thread, how many of its first events `id` needs to happen as it did; without itself.
  [[nodiscard]] std::span<const std::uint32_t> needs(EventId id) const {
    return std::span(clocks_).subspan(id * own_.size(), own_.size());
  }
  // The last event of the slice that `id` is in.
  [[nodiscard]] EventId end_of_slice(EventId id) const { return ends_[events_[id].thread][events_[id].slice]; }

  // Acquisitions that the thread of `id` holds just before it.
  [[nodiscard]] const std::vector<EventId>& held(EventId id) const { return held_sets_[events_[id].held]; }
  // Where an acquisition ends; kNoEvent: nowhere.
  [[nodiscard]] EventId release_of(EventId acquisition) const;

  // Of a lock, the acquisitions of each thread, in their order.
  struct Lock {
    std::vector<std::vector<EventId>> acquisitions;
  };
  [[nodiscard]] const std::map<sleave_location, Lock>& locks() const { return locks_; }

 private:
  void need(std::vector<std::uint32_t>& clock, EventId other) const;
  void need_stores(std::vector<std::uint32_t>& clock, const Event& event);
  void store(EventId id);
  void use_lock(EventId id);
  void use_object(std::vector<std::uint32_t>& clock, EventId id);

  struct Stored {
    sleave_location end = 0;
    EventId by = 0;
  };
  void cut(sleave_location at);

  std::vector<Event> events_;
  std::vector<std::uint32_t> clocks_;  // one for each event
  std::vector<std::vector<EventId>> own_;
  std::vector<std::vector<EventId>> ends_;  // of each thread, by slice
  std::vector<EventId> created_by_;
  std::map<sleave_location, Stored> stores_;               // by begin: who stored each byte last; they do not overlap
  std::map<sleave_location, std::vector<EventId>> users_;  // of an object, the last event of each thread
  std::map<sleave_location, Lock> locks_;
  std::map<EventId, EventId> releases_;
  std::map<std::pair<std::uint32_t, sleave_location>, std::uint32_t> depths_;  // of a thread in a lock
  std::vector<std::vector<EventId>> held_sets_{{}};
  std::vector<std::uint32_t> held_now_;  // of each thread
};

}  // namespace sleave::predict
