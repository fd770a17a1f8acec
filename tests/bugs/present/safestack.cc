// BUG: A stack of indices locks a node by taking its link away; a delayed pop takes it from a node that its owner is pushing back.
// EXPECT: assertion|no_progress
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>

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
  while (count.load() > 1) {
    int first = head.load();
    const int next = at(first).next.exchange(kTaken);
    if (next < 0) continue;
    if (head.compare_exchange_strong(first, next)) {
      count.fetch_sub(1);
      return first;
    }
    at(first).next.store(next);
  }
  return kTaken;
}

void push(int index) {
  int first = head.load();
  do at(index).next.store(first);
  while (!head.compare_exchange_strong(first, index));
  count.fetch_add(1);
}

void work(int me) {
  for (int round = 0; round < 2; ++round) {
    const int mine = pop();
    if (mine == kTaken) continue;
    at(mine).owner.store(me);
    const int owner = at(mine).owner.load();
    assert(owner == me);
    push(mine);
  }
}

}  // namespace

int main() {
  at(0).next.store(1);
  at(1).next.store(2);
  std::thread a(work, 1);
  std::thread b(work, 2);
  std::thread c(work, 3);
  a.join();
  b.join();
  c.join();
}
