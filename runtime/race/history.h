// What is remembered of bytes that have one history: enough to find a race with the next access, whatever it is.
//
// The rules are FastTrack's (Flanagan and Freund, PLDI 2009) with atomics as a second class of accesses: a plain access
// conflicts with every write, a plain write with every access, and two atomic accesses never conflict.
//
//   plain write     the last one. It was ordered after all that came before, or a race was reported then; so what
//                   is not ordered after it races with it, and everything older can be forgotten.
//   plain reads,    those that are not ordered among each other. An older one that is ordered before a newer one of its
//   atomic reads,   class is not needed: who races with the older races with the newer.
//   atomic writes
//   released        what an acquiring load that reads the present value learns (C++20 release sequences).
#pragma once

#include "runtime/base/arena.h"
#include "runtime/race/access.h"
#include "runtime/race/clock.h"

namespace sleave::rt {

// Accesses of which none is ordered before another; at most one a thread.
class Antichain {
 public:
  void add(Access access, const Clock& now);
  void clear() { items_.clear(); }
  void copy(Antichain& other);
  template <typename Visit>
  void each_unordered(const Clock& now, Visit visit) const {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (!items_[i].before(now)) visit(items_[i]);
    }
  }

 private:
  ArenaArray<Access> items_;
};

// What few bytes need. Zeroed memory is a valid empty one.
struct RareHistory {
  Antichain reads;  // besides History::read
  Antichain atomic_reads;
  Antichain atomic_writes;
  Clock released;
  std::uint32_t stores;        // that ended the release sequences before them
  std::uint32_t writer_holds;  // of a read-write lock: the writer's index plus one
  Clock* round;                // of a barrier: those that have arrived since the last round

  // The bytes of `value`, which the last atomic operation left; 0: not known.
  std::uint32_t value_bytes;
  std::uint64_t value;
};

struct History {
  Access write;
  Access read;  // the newest
  RareHistory* rare;

  RareHistory& rarities();
  [[nodiscard]] History copy() const;  // shares nothing with the original
};

// The two accesses conflict at `address`, and neither happens before the other. `later` is the one just made. Called
// for every such pair that the history still knows: each of them is a place where a search has to switch threads. The
// same pair of places may come again and again. report.cc defines it, and a test its own.
void race_found(Access earlier, Access later, std::uintptr_t address);

// Each reports the earlier accesses that race with the new one, which is at `address`, and remembers the new one. `now`
// is the clock of its thread. For plain accesses the common case is checked inline: ranges have many histories.
void plain_read_slowly(History& history, Access access, const Clock& now, std::uintptr_t address);
void plain_write_slowly(History& history, Access access, const Clock& now, std::uintptr_t address);

inline void plain_read(History& history, Access access, const Clock& now, std::uintptr_t address) {
  if (history.read.same_epoch(access)) return;
  if (history.rare != nullptr || !history.write.before(now) || !history.read.before(now)) {
    return plain_read_slowly(history, access, now, address);
  }
  history.read = access;
}

inline void plain_write(History& history, Access access, const Clock& now, std::uintptr_t address) {
  if (history.rare != nullptr) return plain_write_slowly(history, access, now, address);
  if (history.write.same_epoch(access)) return;
  if (!history.write.before(now) || !history.read.before(now)) {
    return plain_write_slowly(history, access, now, address);
  }
  history = {access, Access(), nullptr};
}

void atomic_read(History& history, Access access, const Clock& now, std::uintptr_t address);
void atomic_write(History& history, Access access, const Clock& now, std::uintptr_t address);

}  // namespace sleave::rt
