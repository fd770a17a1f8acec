// PACKAGE: libtbb-dev
// LINK: -ltbb
// UNCONTROLLED: fopen tbb::detail::r1::*
// oneTBB's containers and locks. The scheduler of its tasks, its allocator and the waits
// of bounded queues live in libtbb itself, which is not instrumented.
#include <oneapi/tbb/concurrent_hash_map.h>
#include <oneapi/tbb/concurrent_queue.h>
#include <oneapi/tbb/concurrent_vector.h>
#include <oneapi/tbb/queuing_mutex.h>
#include <oneapi/tbb/spin_rw_mutex.h>

#include <atomic>
#include <thread>
#include <vector>

#include "conserve.h"

namespace {

constexpr unsigned kEach = 4;
constexpr unsigned kThreads = 3;

template <typename Work>
void in_threads(unsigned count, Work work) {
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < count; ++i) threads.emplace_back(work, i);
}

void queue() {
  tbb::concurrent_queue<unsigned> queue;
  taken_values taken[2] = {};
  std::atomic<unsigned> left{2 * kEach};
  in_threads(4, [&](unsigned i) {
    if (i < 2) {
      for (unsigned n = 0; n < kEach; ++n) queue.push(make_value(i, n));
      return;
    }
    while (left.load() > 0) {
      unsigned value;
      if (queue.try_pop(value)) {
        take(&taken[i - 2], value);
        left.fetch_sub(1);
      } else {
        std::this_thread::yield();
      }
    }
  });
  expect_conserved(taken, 2, 2, kEach);
  expect_in_order(&taken[0]);
  expect_in_order(&taken[1]);
}

void bounded_queue() {
  tbb::concurrent_bounded_queue<unsigned> queue;
  queue.set_capacity(2);
  taken_values taken = {};
  in_threads(3, [&](unsigned i) {
    if (i < 2) {
      for (unsigned n = 0; n < kEach; ++n) queue.push(make_value(i, n));
      return;
    }
    for (unsigned n = 0; n < 2 * kEach; ++n) {
      unsigned value;
      queue.pop(value);
      take(&taken, value);
    }
  });
  expect_conserved(&taken, 1, 2, kEach);
  expect_in_order(&taken);
}

void hash_map() {
  using Map = tbb::concurrent_hash_map<unsigned, unsigned>;
  Map map(2);
  in_threads(kThreads, [&](unsigned i) {
    for (unsigned key = 0; key < kEach; ++key) {
      Map::accessor place;
      map.insert(place, key);
      place->second += 1;
    }
    Map::const_accessor seen;
    expect(map.find(seen, i) && seen->second >= 1, "an entry is missing");
  });
  for (unsigned key = 0; key < kEach; ++key) {
    Map::const_accessor place;
    expect(map.find(place, key) && place->second == kThreads, "an update of the map was lost");
  }
}

void vector() {
  tbb::concurrent_vector<unsigned> values;
  in_threads(kThreads, [&](unsigned i) {
    for (unsigned n = 0; n < kEach; ++n) values.push_back(make_value(i, n));
  });
  taken_values taken = {};
  for (unsigned value : values) take(&taken, value);
  expect_conserved(&taken, 1, kThreads, kEach);
  expect_in_order(&taken);
}

template <typename Mutex>
void mutex() {
  Mutex mutex;
  unsigned count = 0;
  in_threads(kThreads, [&](unsigned) {
    for (unsigned n = 0; n < 2; ++n) {
      typename Mutex::scoped_lock lock(mutex);
      ++count;
    }
  });
  expect(count == 2 * kThreads, "an update under a lock was lost");
}

}  // namespace

int main() {
  queue();
  bounded_queue();
  hash_map();
  vector();
  mutex<tbb::queuing_mutex>();
  mutex<tbb::spin_rw_mutex>();
}
