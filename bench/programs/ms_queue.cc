// The queue of Michael and Scott with two threads that enqueue and two that dequeue, once each. Nodes are never used
// again, so that no node can be mistaken for an earlier one.
#include <atomic>
#include <thread>

#include "measured_body.h"

namespace {

constexpr int kNone = -1;

struct Node {
  int value = 0;
  std::atomic<int> next{kNone};
};

struct Queue {
  Node nodes[3];  // the first is the dummy
  std::atomic<int> head{0};
  std::atomic<int> tail{0};

  void enqueue(int node, int value) {
    nodes[node].value = value;
    for (;;) {
      int last = tail.load();
      int next = nodes[last].next.load();
      if (next != kNone) {
        tail.compare_exchange_strong(last, next);
      } else if (nodes[last].next.compare_exchange_strong(next, node)) {
        tail.compare_exchange_strong(last, node);
        return;
      }
    }
  }

  int dequeue() {
    for (;;) {
      int first = head.load();
      int last = tail.load();
      const int next = nodes[first].next.load();
      if (next == kNone) return kNone;
      if (first == last) {
        tail.compare_exchange_strong(last, next);
      } else if (const int value = nodes[next].value; head.compare_exchange_strong(first, next)) {
        return value;
      }
    }
  }
};

}  // namespace

void measured_body() {
  Queue queue;
  std::thread first([&queue] { queue.enqueue(1, 1); });
  std::thread second([&queue] { queue.enqueue(2, 2); });
  std::thread third([&queue] { queue.dequeue(); });
  std::thread fourth([&queue] { queue.dequeue(); });
  first.join();
  second.join();
  third.join();
  fourth.join();
}
