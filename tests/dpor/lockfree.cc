// Structures without locks, counted by `enumeration.py`. Nodes are never used again, so that none can be mistaken for
// an earlier one.
//   queue E D: Michael and Scott's queue, E threads enqueue and D dequeue, once each.
//   stack E D: Treiber's stack, E threads push and D pop, once each.
//   counted E D: the same with a count beside the top, and below in atomics; E threads write a word before, D read it
//   after (published with GenMC: 18).
// CLASSES: queue 1 1 = 3 + 0
// CLASSES: queue 2 0 = 6 + 0
// CLASSES: queue 2 1 = 26 + 0
// CLASSES: queue 2 2 = 158 + 0
// CLASSES: stack 1 1 = 2 + 0
// CLASSES: stack 2 1 = 16 + 0
// CLASSES: stack 2 2 = 76 + 0
// CLASSES: counted 2 1 = 18 + 0
#include <atomic>
#include <cstdlib>
#include <string>

#include "together.h"

namespace {

constexpr int kNone = -1;

struct Queue {
  std::atomic<int> next[8];  // of each node; the first is the dummy
  std::atomic<int> head{0};
  std::atomic<int> tail{0};

  Queue() {
    for (std::atomic<int>& each : next) each.store(kNone, std::memory_order_relaxed);
  }

  void enqueue(int node) {
    for (;;) {
      int last = tail.load();
      int after = next[last].load();
      if (after != kNone) {
        tail.compare_exchange_strong(last, after);
      } else if (next[last].compare_exchange_strong(after, node)) {
        tail.compare_exchange_strong(last, node);
        return;
      }
    }
  }

  int dequeue() {
    for (;;) {
      int first = head.load();
      int last = tail.load();
      const int after = next[first].load();
      if (after == kNone) return kNone;
      if (first == last) {
        tail.compare_exchange_strong(last, after);
      } else if (head.compare_exchange_strong(first, after)) {
        return after;
      }
    }
  }
};

struct Stack {
  int below[8];  // of each node
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

struct CountedStack {
  struct Top {
    int node = kNone;
    int changes = 0;
  };

  std::atomic<Top> below[8];
  std::atomic<int> words[8];
  std::atomic<Top> top{Top{}};

  void push(int node) {
    words[node].store(42);
    for (;;) {
      Top seen = top.load();
      below[node].store(seen);
      if (top.compare_exchange_strong(seen, Top{node, seen.changes + 1})) return;
    }
  }

  void pop() {
    for (;;) {
      Top seen = top.load();
      if (seen.node == kNone) return;
      const Top after = below[seen.node].load();
      const int node = seen.node;
      if (!top.compare_exchange_strong(seen, Top{after.node, seen.changes + 1})) continue;
      if (node != 1) words[node].load();
      return;
    }
  }
};

Queue queue;
Stack stack;
CountedStack counted;

}  // namespace

static void put(const std::string& family, int node) {
  if (family == "queue") queue.enqueue(node);
  if (family == "stack") stack.push(node);
  if (family == "counted") counted.push(node);
}

static void take(const std::string& family) {
  if (family == "queue") queue.dequeue();
  if (family == "stack") stack.pop();
  if (family == "counted") counted.pop();
}

int main(int, char** argv) {
  const std::string family = argv[1];
  Bodies bodies;
  for (int i = 1; i <= std::atoi(argv[2]); ++i) bodies.emplace_back([=] { put(family, i); });
  for (int i = 1; i <= std::atoi(argv[3]); ++i) bodies.emplace_back([=] { take(family); });
  together(bodies);
}
