// Facts about memory that a search has learned and must know from the beginning of a run: where locations are not what
// they seem. When a run shows a new fact, the search restarts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace sleave {

constexpr std::uint64_t kEveryFile = ~std::uint64_t{0};

struct LearnedFacts {
  // Aligned words of eight bytes that are accessed in parts: each is one location, and a store to a part of it is an
  // update.
  std::set<std::uint64_t> in_parts;
  // Words of four bytes that threads sleep on: each is one location with its sleepers, and a store is an update, too.
  std::set<std::uint64_t> futexes;
  // Of each of them, the bitsets with which threads wait for wakes that have a bit in common; that of all bits is not
  // among them.
  std::set<std::pair<std::uint64_t, std::uint32_t>> bitsets;
  // Places in the code whose plain accesses are in data races: they are scheduling points, and reads and writes.
  std::set<std::uint64_t> racing;
  // Threads of which another asks whether they have ended: that they end is a write.
  std::set<std::uint32_t> polled;
  // Locations that inline assembly writes: their states are not known.
  std::set<std::uint64_t> unknown;
  // Whether the process ends with its last thread: the order in which threads end says which one ends it.
  std::set<bool> last_ends;
  // Whether the program reads the clock: until it does, sleeps only let other threads run.
  std::set<bool> clock_read;
  // Locations of retry loops that are also written by stores which nothing orders: a failed compare-exchange of such a
  // loop is an event.
  std::set<std::uint64_t> stored;
  // Signals that threads send: the receiver, SLEAVE_NO_THREAD for the whole process, and the number. The plan decides
  // where they are taken.
  std::set<std::pair<std::uint32_t, std::uint32_t>> signals;
  // Threads that another cancels: they test for that before each cancellation point.
  std::set<std::uint32_t> canceled;
  // Files whose contents are used in no certain order with other calls on files and descriptors, by their numbers in
  // the run, or kEveryFile: reads and writes of them are steps of the kernel (file_orders.h).
  std::set<std::uint64_t> shared_files;
  // Threads, by place, that are alike with another (alike_threads.h): the one that was created just before each. A
  // group with a thread that is `apart` is none.
  std::map<std::uint32_t, std::uint32_t> alike;
  std::map<std::uint32_t, std::uint32_t>
      slots;  // of all threads of groups: where they have their memory (abi/layout.h)
  std::set<std::uint32_t> apart;

  // Whether sleeps are no events of the clock. Signals and cancellation end sleeps.
  [[nodiscard]] bool time_is_unseen() const { return clock_read.empty() && signals.empty() && canceled.empty(); }

  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::size_t size() const {
    return in_parts.size() + futexes.size() + bitsets.size() + racing.size() + polled.size() + unknown.size() +
           last_ends.size() + clock_read.size() + stored.size() + signals.size() + canceled.size() + alike.size() +
           apart.size() + shared_files.size();
  }
  void add(const LearnedFacts& other) {
    in_parts.insert(other.in_parts.begin(), other.in_parts.end());
    futexes.insert(other.futexes.begin(), other.futexes.end());
    bitsets.insert(other.bitsets.begin(), other.bitsets.end());
    racing.insert(other.racing.begin(), other.racing.end());
    polled.insert(other.polled.begin(), other.polled.end());
    unknown.insert(other.unknown.begin(), other.unknown.end());
    last_ends.insert(other.last_ends.begin(), other.last_ends.end());
    clock_read.insert(other.clock_read.begin(), other.clock_read.end());
    stored.insert(other.stored.begin(), other.stored.end());
    signals.insert(other.signals.begin(), other.signals.end());
    canceled.insert(other.canceled.begin(), other.canceled.end());
    alike.insert(other.alike.begin(), other.alike.end());
    slots.insert(other.slots.begin(), other.slots.end());
    apart.insert(other.apart.begin(), other.apart.end());
    shared_files.insert(other.shared_files.begin(), other.shared_files.end());
  }
};

}  // namespace sleave
