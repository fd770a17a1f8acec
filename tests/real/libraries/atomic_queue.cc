// PACKAGE: libatomic-queue-dev
// max0x7ba's bounded queues: atomic elements, elements beside their states, and their forms that wait. With fewer slots
// than values a thread may be overtaken by a whole lap of the ring, and the values of one producer come out of order;
// this version promises no more, so order is asked for only where there is no second lap.
#include <atomic_queue/atomic_queue.h>

#include <atomic>
#include <thread>
#include <vector>

#include "conserve.h"

namespace {

constexpr unsigned kEach = 6;
constexpr unsigned kNothing = ~0U;

template <typename Queue>
void produce(Queue& queue, unsigned producer) {
  for (unsigned i = 0; i < kEach; ++i) {
    while (!queue.try_push(make_value(producer, i))) std::this_thread::yield();
  }
}

template <typename Queue>
void consume(Queue& queue, std::atomic<unsigned>& left, taken_values& taken) {
  while (left.load() > 0) {
    unsigned value;
    if (queue.try_pop(value)) {
      take(&taken, value);
      left.fetch_sub(1);
    } else {
      std::this_thread::yield();
    }
  }
}

template <typename Queue>
void two_to_two(bool in_order) {
  Queue queue;
  std::atomic<unsigned> left{2 * kEach};
  taken_values taken[2] = {};
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < 2; ++i) {
      threads.emplace_back([&, i] { produce(queue, i); });
      threads.emplace_back([&, i] { consume(queue, left, taken[i]); });
    }
  }
  expect_conserved(taken, 2, 2, kEach);
  for (unsigned i = 0; in_order && i < 2; ++i) expect_in_order(&taken[i]);
  expect(queue.was_empty(), "the queue is not empty");
}

void waiting() {
  atomic_queue::AtomicQueue<unsigned, 4, kNothing> queue;
  taken_values taken = {};
  {
    std::jthread producer([&] {
      for (unsigned i = 0; i < kEach; ++i) queue.push(make_value(0, i));
    });
    std::jthread consumer([&] {
      for (unsigned i = 0; i < kEach; ++i) take(&taken, queue.pop());
    });
  }
  expect_conserved(&taken, 1, 1, kEach);
  expect_in_order(&taken);
}

}  // namespace

int main() {
  two_to_two<atomic_queue::AtomicQueue<unsigned, 4, kNothing>>(false);
  two_to_two<atomic_queue::AtomicQueue<unsigned, 16, kNothing>>(true);
  two_to_two<atomic_queue::AtomicQueue2<unsigned, 4>>(false);
  two_to_two<atomic_queue::AtomicQueue2<unsigned, 16>>(true);
  waiting();
}
