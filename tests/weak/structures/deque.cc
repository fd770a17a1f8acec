// The work-stealing deque of Chase and Lev, with the orders of Lê, Pop, Cohen and Zappa Nardelli.
// 1: no release fence in push()
// 2: no sequentially consistent fence in pop()
// 3: acquire fence in steal()
#include "mutant.h"

namespace {

class Deque {
 public:
  void push(int item) {
    const long bottom = bottom_.load(relaxed);
    items_[bottom % 4].store(item, relaxed);
    if constexpr (MUTANT != 1) std::atomic_thread_fence(release);
    bottom_.store(bottom + 1, relaxed);
  }

  int pop() {
    const long bottom = bottom_.load(relaxed) - 1;
    bottom_.store(bottom, relaxed);
    if constexpr (MUTANT != 2) std::atomic_thread_fence(seq_cst);
    long top = top_.load(relaxed);
    if (top > bottom) {
      bottom_.store(bottom + 1, relaxed);
      return -1;
    }
    int item = items_[bottom % 4].load(relaxed);
    if (top == bottom) {
      if (!top_.compare_exchange_strong(top, top + 1, seq_cst, relaxed)) item = -1;
      bottom_.store(bottom + 1, relaxed);
    }
    return item;
  }

  int steal() {
    long top = top_.load(acquire);
    std::atomic_thread_fence(weakened(3, seq_cst, acquire));
    const long bottom = bottom_.load(acquire);
    if (top >= bottom) return -1;
    const int item = items_[top % 4].load(relaxed);
    return top_.compare_exchange_strong(top, top + 1, seq_cst, relaxed) ? item : -1;
  }

 private:
  std::atomic<long> top_{0};
  std::atomic<long> bottom_{0};
  Data<int> items_[4] = {};
};

Deque deque;

}  // namespace

int main() {
  int stolen[2] = {-1, -1};
  std::thread thief([&stolen] {
    for (int& item : stolen) item = deque.steal();
  });
  deque.push(1);
  deque.push(2);
  const int popped[2] = {deque.pop(), deque.pop()};
  thief.join();
  int taken[3] = {};
  for (const int item : {popped[0], popped[1], stolen[0], stolen[1]}) {
    if (item != -1) ++taken[item];
  }
  assert(taken[0] == 0 && taken[1] <= 1 && taken[2] <= 1);
}
