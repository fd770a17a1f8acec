// REPAIRED: The head carries a count of changes, so that a delayed pop fails.
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
std::atomic<int> head{0};  // index in the lowest two bits, number of changes above

Element& at(int index) { return elements[static_cast<std::size_t>(index)]; }

int pop() {
  while (count.load() > 1) {
    int first = head.load();
    const int next = at(first & 3).next.load();
    if (next < 0) continue;
    if (head.compare_exchange_strong(first, (first & ~3) + 4 + next)) {
      count.fetch_sub(1);
      return first & 3;
    }
  }
  return kTaken;
}

void push(int index) {
  int first = head.load();
  do at(index).next.store(first & 3);
  while (!head.compare_exchange_strong(first, (first & ~3) + 4 + index));
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
