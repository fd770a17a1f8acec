// C3, after SimpleStatsCounter of Guava 18: counters of a cache, and a snapshot of them. 2 crashes.
//
// Wrong: the counters are updated and read one by one, so that a snapshot can contradict itself.
#pragma once

#include <atomic>
#include <cassert>
#include <mutex>

class StatsCounter {
 public:
  void record_hits(unsigned count) {
    const Guard guard(*this);
    requests_ += count;
    hits_ += count;
  }

  void record_misses(unsigned count) {
    const Guard guard(*this);
    requests_ += count;
    misses_ += count;
  }

  void record_load(unsigned time) {
    const Guard guard(*this);
    load_time_ += time;
    ++loads_;
  }

  void record_eviction() { ++evictions_; }

  // Hits for each hundred requests.
  unsigned hit_rate() {
    const Guard guard(*this);
    const unsigned hits = hits_;
    const unsigned misses = misses_;
    const unsigned requests = requests_;
    assert(requests == hits + misses);  // crash
    return requests == 0 ? 100 : 100 * hits / requests;
  }

  unsigned average_load_time() {
    const Guard guard(*this);
    const unsigned loads = loads_;
    const unsigned time = load_time_;
    assert(loads != 0 || time == 0);  // crash
    return loads == 0 ? 0 : time / loads;
  }

 private:
  struct Guard {
#ifdef REPAIRED
    explicit Guard(StatsCounter& counter) : lock(counter.mutex_) {}
    std::lock_guard<std::mutex> lock;
#else
    explicit Guard(StatsCounter& /*counter*/) {}
    ~Guard() {}
#endif
  };

  std::mutex mutex_;
  std::atomic<unsigned> requests_{0};
  std::atomic<unsigned> hits_{0};
  std::atomic<unsigned> misses_{0};
  std::atomic<unsigned> loads_{0};
  std::atomic<unsigned> load_time_{0};
  std::atomic<unsigned> evictions_{0};
};
