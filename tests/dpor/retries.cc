// Retry loops, whose redundant rounds are left out (docs/internals/retry-loops.md).
//   stack N: Treiber's stack, N threads push and pop. GenMC 0.11 counts 270 for three threads.
//   update N M: N threads replace a word by the next number, M times each: (N * M)! / M!^N orders.
//   minus N: N threads do so once with a word of eight bytes that begins with -2: N!.
//   node N: N threads push blocks of their own, once each: N!.
//   later N: N threads allocate a block between the load and the loop, so failed rounds are classes of their own, but
//   no spurious failures are.
//   stored: a thread updates a word, another stores to it, before or after.
// CLASSES: stack 2 = 10 + 0
// CLASSES: stack 3 = 270 + 0
// CLASSES: update 2 1 = 2 + 0
// CLASSES: update 4 1 = 24 + 0
// CLASSES: update 3 2 = 90 + 0
// CLASSES: minus 2 = 2 + 0
// CLASSES: node 3 = 6 + 0
// CLASSES: later 2 = 4 + 0
// CLASSES: later 3 = 48 + 0
// CLASSES: stored = 2 + 0 anew
#include <atomic>
#include <cstdlib>
#include <string>

#include "together.h"

namespace {

struct Node {
  std::atomic<Node*> next;
  int value;
};

std::atomic<Node*> top;
std::atomic<int> word;
std::atomic<long> minus_two{-2};
std::atomic<int>* blocks[3];

void push(int value) {
  Node* node = new Node{{}, value};
  Node* old = top.load();
  do {
    node->next.store(old, std::memory_order_relaxed);
  } while (!top.compare_exchange_strong(old, node));
}

int pop() {
  Node* old = top.load();
  while (old) {
    Node* next = old->next.load(std::memory_order_relaxed);
    if (top.compare_exchange_strong(old, next)) return old->value;
  }
  return -1;
}

void update(int times) {
  for (int i = 0; i < times; ++i) {
    int old = word.load();
    while (!word.compare_exchange_weak(old, old + 1)) {
    }
  }
}

void update_later(std::atomic<int>*& block) {
  int old = word.load();
  auto* count = new std::atomic<int>;
  do {
    count->store(old, std::memory_order_relaxed);
  } while (!word.compare_exchange_weak(old, old + 1));
  block = count;
}

}  // namespace

int main(int count, char** argv) {
  const std::string family = argv[1];
  const int threads = count > 2 ? std::atoi(argv[2]) : 1;
  Bodies bodies;
  for (int i = 0; i < threads; ++i) {
    if (family == "stack")
      bodies.emplace_back([i] {
        push(i + 1);
        pop();
      });
    if (family == "update") bodies.emplace_back([argv] { update(std::atoi(argv[3])); });
    if (family == "minus")
      bodies.emplace_back([] {
        long old = minus_two.load();
        while (!minus_two.compare_exchange_weak(old, old + 1)) {
        }
      });
    if (family == "node") bodies.emplace_back([i] { push(i); });
    if (family == "later") bodies.emplace_back([i] { update_later(blocks[i]); });
    if (family == "stored") {
      bodies.emplace_back([] { update(1); });
      bodies.emplace_back([] { word.store(5); });
    }
  }
  together(bodies);
}
