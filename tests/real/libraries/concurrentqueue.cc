// PACKAGE: libconcurrentqueue-dev
// RACES: ImplicitProducer::dequeue_bulk ImplicitProducer::enqueue_bulk
// moodycamel::ConcurrentQueue with producer tokens and in bulk, and its blocking form. Races: the consumer that empties
// a block does not acquire what the others did with it (docs/results/real-programs.md).
#include <concurrentqueue/blockingconcurrentqueue.h>
#include <concurrentqueue/concurrentqueue.h>

#include <atomic>
#include <thread>
#include <vector>

#include "conserve.h"

namespace {

constexpr unsigned kEach = 6;

struct SmallBlocks : moodycamel::ConcurrentQueueDefaultTraits {
  static const size_t BLOCK_SIZE = 2;
  static const size_t INITIAL_IMPLICIT_PRODUCER_HASH_SIZE = 1;
};
using Queue = moodycamel::ConcurrentQueue<unsigned, SmallBlocks>;

void produce_singly(Queue& queue) {
  moodycamel::ProducerToken token(queue);
  for (unsigned i = 0; i < kEach; ++i) queue.enqueue(token, make_value(0, i));
}

void produce_in_bulk(Queue& queue) {
  unsigned values[3];
  for (unsigned i = 0; i < kEach; i += 3) {
    for (unsigned j = 0; j < 3; ++j) values[j] = make_value(1, i + j);
    queue.enqueue_bulk(values, 3);
  }
}

void consume(Queue& queue, std::atomic<unsigned>& left, taken_values& taken) {
  unsigned values[2];
  while (left.load() > 0) {
    const size_t count = queue.try_dequeue_bulk(values, 2);
    for (size_t i = 0; i < count; ++i) take(&taken, values[i]);
    if (count > 0) {
      left.fetch_sub(static_cast<unsigned>(count));
    } else {
      std::this_thread::yield();
    }
  }
}

void lock_free() {
  Queue queue(4);
  std::atomic<unsigned> left{2 * kEach};
  taken_values taken[2] = {};
  {
    std::jthread threads[] = {
        std::jthread([&] { produce_singly(queue); }), std::jthread([&] { produce_in_bulk(queue); }),
        std::jthread([&] { consume(queue, left, taken[0]); }), std::jthread([&] { consume(queue, left, taken[1]); })};
  }
  expect_conserved(taken, 2, 2, kEach);
  expect_in_order(&taken[0]);
  expect_in_order(&taken[1]);
  expect(queue.size_approx() == 0, "the queue is not empty");
}

void blocking() {
  moodycamel::BlockingConcurrentQueue<unsigned> queue;
  taken_values taken[2] = {};
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < 2; ++i) {
      threads.emplace_back([&queue, i] {
        for (unsigned n = 0; n < kEach; ++n) queue.enqueue(make_value(i, n));
      });
      threads.emplace_back([&queue, &mine = taken[i]] {
        for (unsigned n = 0; n < kEach; ++n) {
          unsigned value;
          queue.wait_dequeue(value);
          take(&mine, value);
        }
      });
    }
  }
  expect_conserved(taken, 2, 2, kEach);
}

}  // namespace

int main() {
  lock_free();
  blocking();
}
