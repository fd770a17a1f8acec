// The queue of Herlihy and Wing: a push claims a place by counting up and then stores its item; a pop looks through the
// places from the first one on and takes the first item that it finds. Items are positive.
//
// Wrong: try_pop() looks once and reports "empty", where the published pop begins again. Places that were claimed, but
// were not filled when it passed, hide items for good.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <thread>

class HerlihyWingQueue {
 public:
  // False: all places were used.
  bool push(int item) {
    const std::size_t place = back_++;
    if (place >= kPlaces) return false;
    places_[place] = item;
    return true;
  }

  std::optional<int> try_pop() {
    for (;;) {
      const std::size_t end = back_ < kPlaces ? back_.load() : kPlaces;
      bool is_empty = true;
      for (std::size_t place = 0; place < end; ++place) {
        const int item = take(place);
        if (item > 0) return item;
        if (item == kNone) is_empty = false;
      }
#ifdef REPAIRED
      if (is_empty && end == (back_ < kPlaces ? back_.load() : kPlaces)) return std::nullopt;
      std::this_thread::yield();
#else
      static_cast<void>(is_empty);
      return std::nullopt;
#endif
    }
  }

 private:
  static constexpr std::size_t kPlaces = 16;
  static constexpr int kNone = 0;
  static constexpr int kTaken = -1;

  // The item; kNone: not filled yet; kTaken: taken by another pop.
  int take(std::size_t place) {
    int item = places_[place];
    while (item > 0 && !places_[place].compare_exchange_strong(item, kTaken)) {
    }
    return item;
  }

  std::atomic<std::size_t> back_{0};
  std::array<std::atomic<int>, kPlaces> places_{};
};
