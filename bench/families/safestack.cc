// BUG: Vyukov's SafeStack: a node is locked by taking its link away; a pop that was delayed puts an old link back. Three
// threads, SIZE rounds each; a thread tries until it gets a node. Known to need five preemptions at least.
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>

#ifndef SIZE
#define SIZE 2
#endif

namespace {

constexpr int kTaken = -1;

struct Element {
  std::atomic<int> next{kTaken};
  std::atomic<int> owner{0};
};

std::array<Element, 3> elements;
std::atomic<int> count{3};
std::atomic<int> head{0};

Element& at(int index) { return elements[static_cast<std::size_t>(index)]; }

int pop() {
  while (count > 1) {
    int first = head;
    const int next = at(first).next.exchange(kTaken);
    if (next >= 0) {
      if (head.compare_exchange_strong(first, next)) {
        --count;
        return first;
      }
      at(first).next.exchange(next);
    }
  }
  return kTaken;
}

void push(int index) {
  int first = head;
  do at(index).next.exchange(first);
  while (!head.compare_exchange_strong(first, index));
  ++count;
}

void work(int me) {
  for (int round = 0; round < SIZE; ++round) {
    int mine = kTaken;
    while ((mine = pop()) == kTaken) std::this_thread::yield();
    at(mine).owner = me;
    const int owner = at(mine).owner;
    assert(owner == me);
    push(mine);
  }
}

}  // namespace

int main() {
  at(0).next = 1;
  at(1).next = 2;
  std::thread a(work, 1);
  std::thread b(work, 2);
  std::thread c(work, 3);
  a.join();
  b.join();
  c.join();
}
