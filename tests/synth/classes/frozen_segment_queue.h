// A queue in segments, each a ring with sequence numbers. A full segment is frozen, so that nothing is pushed into it
// again, and gets a successor. Its tail then is counted up by kFrozen.
//
// Wrong: freezing sets the flag before it changes the tail. A pop that sees the flag and the old tail subtracts kFrozen
// from it and reports "empty", although items were pushed long before. Known from System.Collections.Concurrent's
// ConcurrentQueue (dotnet/runtime issue 132736).
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

template <typename T>
class FrozenSegmentQueue {
 public:
  FrozenSegmentQueue() { head_ = tail_ = new_segment(); }

  void push(const T& item) {
    for (;;) {
      Segment* const segment = tail_;
      if (segment->try_push(item)) return;
      const std::lock_guard lock(mutex_);
      if (segment != tail_) continue;
      segment->freeze();
      Segment* const next = new_segment();
      segment->next = next;
      tail_ = next;
    }
  }

  std::optional<T> try_pop() {
    for (;;) {
      Segment* segment = head_;
      if (std::optional<T> item = segment->try_pop()) return item;
      Segment* const next = segment->next;
      if (next == nullptr) return std::nullopt;
      // The segment is frozen, but could have been filled after the first look.
      if (std::optional<T> item = segment->try_pop()) return item;
      head_.compare_exchange_strong(segment, next);
    }
  }

 private:
  static constexpr int kPlaces = 2;
  static constexpr int kFrozen = 2 * kPlaces;

  struct Slot {
    std::atomic<int> turn{0};
    T item{};
  };

  struct Segment {
    Segment() {
      for (int i = 0; i < kPlaces; ++i) slots[static_cast<std::size_t>(i)].turn = i;
    }

    Slot& slot_of(int place) { return slots[static_cast<std::size_t>(place % kPlaces)]; }

    // False: it is full, or frozen.
    bool try_push(const T& item) {
      int place = tail;
      for (;;) {
        Slot& slot = slot_of(place);
        const int turn = slot.turn;
        if (turn < place) return false;
        if (turn > place) {
          place = tail;
        } else if (tail.compare_exchange_strong(place, place + 1)) {
          slot.item = item;
          slot.turn = place + 1;
          return true;
        }
      }
    }

    std::optional<T> try_pop() {
      int place = head;
      for (;;) {
        Slot& slot = slot_of(place);
        const int turn = slot.turn;
        if (turn == place + 1) {
          if (!head.compare_exchange_strong(place, place + 1)) continue;
          const T item = slot.item;
          slot.turn = place + kPlaces;
          return item;
        }
        if (turn < place + 1) {
          const bool frozen = is_frozen;
          const int end = tail;
          if (end <= place || (frozen && end - kFrozen <= place)) return std::nullopt;
          std::this_thread::yield();  // the slot is claimed and about to be filled
        }
        place = head;
      }
    }

    void freeze() {
      if (is_frozen) return;
#ifdef REPAIRED
      tail += kFrozen;
      is_frozen = true;
#else
      is_frozen = true;
      tail += kFrozen;
#endif
    }

    std::array<Slot, kPlaces> slots;
    std::atomic<int> head{0};
    std::atomic<int> tail{0};
    std::atomic<bool> is_frozen{false};
    std::atomic<Segment*> next{nullptr};
  };

  Segment* new_segment() {
    segments_.push_back(std::make_unique<Segment>());
    return segments_.back().get();
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Segment>> segments_;  // a passed one may still be looked into
  std::atomic<Segment*> head_{nullptr};
  std::atomic<Segment*> tail_{nullptr};
};
