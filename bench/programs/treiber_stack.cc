// Treiber's stack with two threads that push and two that pop, once each. Nodes are never used again, so that no node
// can be mistaken for an earlier one.
#include <atomic>
#include <thread>

#include "measured_body.h"

namespace {

constexpr int kNone = -1;

struct Stack {
  int below[2] = {kNone, kNone};  // of each node
  std::atomic<int> top{kNone};

  void push(int node) {
    int seen = top.load();
    do {
      below[node] = seen;
    } while (!top.compare_exchange_strong(seen, node));
  }

  int pop() {
    int seen = top.load();
    while (seen != kNone && !top.compare_exchange_strong(seen, below[seen])) {
    }
    return seen;
  }
};

}  // namespace

void measured_body() {
  Stack stack;
  std::thread first([&stack] { stack.push(0); });
  std::thread second([&stack] { stack.push(1); });
  std::thread third([&stack] { stack.pop(); });
  std::thread fourth([&stack] { stack.pop(); });
  first.join();
  second.join();
  third.join();
  fourth.join();
}
