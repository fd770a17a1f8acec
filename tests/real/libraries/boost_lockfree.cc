// PACKAGE: libboost-dev
// RACES: boost::lockfree
// Boost.Lockfree: queue and stack with nodes from a free list (tagged pointers against ABA), and the ring of one
// producer and one consumer.
#include <atomic>
#include <boost/lockfree/queue.hpp>
#include <boost/lockfree/spsc_queue.hpp>
#include <boost/lockfree/stack.hpp>
#include <thread>
#include <vector>

#include "conserve.h"

namespace {

constexpr unsigned kEach = 5;

template <typename Container>
void produce(Container& container, unsigned producer) {
  for (unsigned i = 0; i < kEach; ++i) {
    while (!container.push(make_value(producer, i))) std::this_thread::yield();
  }
}

template <typename Container>
void consume(Container& container, std::atomic<unsigned>& left, taken_values& taken) {
  while (left.load() > 0) {
    unsigned value;
    if (container.pop(value)) {
      take(&taken, value);
      left.fetch_sub(1);
    } else {
      std::this_thread::yield();
    }
  }
}

template <typename Container>
void pass_through(Container& container, unsigned pairs, bool in_order) {
  std::atomic<unsigned> left{pairs * kEach};
  taken_values taken[2] = {};
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < pairs; ++i) {
      threads.emplace_back([&, i] { produce(container, i); });
      threads.emplace_back([&, i] { consume(container, left, taken[i]); });
    }
  }
  expect_conserved(taken, pairs, pairs, kEach);
  for (unsigned i = 0; in_order && i < pairs; ++i) expect_in_order(&taken[i]);
  expect(container.empty(), "the container is not empty");
}

}  // namespace

int main() {
  boost::lockfree::queue<unsigned> queue(2);
  pass_through(queue, 2, true);
  boost::lockfree::queue<unsigned, boost::lockfree::capacity<4>> bounded_queue;
  pass_through(bounded_queue, 2, true);
  boost::lockfree::stack<unsigned> stack(2);
  pass_through(stack, 2, false);
  boost::lockfree::spsc_queue<unsigned, boost::lockfree::capacity<2>> ring;
  pass_through(ring, 1, true);
}
