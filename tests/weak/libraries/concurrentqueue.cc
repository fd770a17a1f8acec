// PACKAGE: libconcurrentqueue-dev
// moodycamel::ConcurrentQueue: who takes an element sees what its producer did before. Of two consumers one may look at
// the tail before the second element is there, and take it. The producer has its block already: to begin one takes so
// many steps that in most schedules the consumers would find nothing.
#include <concurrentqueue/concurrentqueue.h>

#include <atomic>
#include <cassert>
#include <thread>

int main() {
  moodycamel::ConcurrentQueue<int> queue;
  const moodycamel::ProducerToken token(queue);
  int first = -1;
  queue.enqueue(token, 0);
  queue.try_dequeue_from_producer(token, first);
  std::atomic<bool> ready[2] = {};
  std::thread producer([&] {
    for (int i = 0; i < 2; ++i) {
      ready[i].store(true, std::memory_order_relaxed);
      queue.enqueue(token, i);
    }
  });
  const auto consume = [&] {
    int taken = -1;
    if (queue.try_dequeue_from_producer(token, taken)) assert(ready[taken].load(std::memory_order_relaxed));
  };
  std::thread one(consume);
  std::thread other(consume);
  producer.join();
  one.join();
  other.join();
}
