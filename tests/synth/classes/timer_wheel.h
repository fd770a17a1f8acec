// Timers in a wheel of slots, one of which fires with each tick.
//
// Wrong: schedule() computes the slot before it takes the lock. After a tick in between, the timer fires one turn of
// the wheel too late.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <set>
#include <vector>

class TimerWheel {
 public:
  // The timer fires with the `delay`th tick from now: 1 or 2.
  void schedule(int timer, std::size_t delay) {
    if (delay < 1 || delay > 2) return;
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
    slots_[(now_ + delay) % kSlots].insert(timer);
#else
    const std::size_t slot = (now_ + delay) % kSlots;
    const std::lock_guard lock(mutex_);
    slots_[slot].insert(timer);
#endif
  }

  bool cancel(int timer) {
    const std::lock_guard lock(mutex_);
    std::size_t canceled = 0;
    for (std::set<int>& slot : slots_) canceled += slot.erase(timer);
    return canceled != 0;
  }

  // The timers that fire.
  std::vector<int> tick() {
    const std::lock_guard lock(mutex_);
    std::set<int>& slot = slots_[++now_ % kSlots];
    const std::vector<int> fired(slot.begin(), slot.end());
    slot.clear();
    return fired;
  }

 private:
  static constexpr std::size_t kSlots = 4;

  std::mutex mutex_;
  std::atomic<std::size_t> now_{0};
  std::array<std::set<int>, kSlots> slots_;
};
