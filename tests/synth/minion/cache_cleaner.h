// C1, after CacheCleaner of cache4j: a cleaner sleeps between its rounds; a new interval wakes it. 1 crash.
//
// Wrong: set_interval() sees that the cleaner sleeps, and interrupts it when it is already cleaning.
#pragma once

#include <atomic>
#include <cassert>
#include <mutex>

class CacheCleaner {
 public:
  // Sleeps and cleans; the number of entries removed.
  int run_round() {
    const std::lock_guard only(round_mutex_);
    sleep();
    assert(!is_interrupted_);  // crash: nothing that cleans can be interrupted
    return entries_.exchange(0);
  }

  void set_interval(int interval) {
    interval_ = interval;
#ifdef REPAIRED
    const std::lock_guard lock(sleep_mutex_);
#endif
    if (is_sleeping_) is_interrupted_ = true;
  }

  void add_entry() { ++entries_; }

 private:
  void sleep() {
    is_sleeping_ = true;
    static_cast<void>(interval_.load());
    const std::lock_guard lock(sleep_mutex_);
    is_sleeping_ = false;
    is_interrupted_ = false;
  }

  std::mutex round_mutex_;
  std::mutex sleep_mutex_;
  std::atomic<int> interval_{1};
  std::atomic<int> entries_{0};
  std::atomic<bool> is_sleeping_{false};
  std::atomic<bool> is_interrupted_{false};
};
