// BUG: pop() needs a sequentially consistent fence between its store of the bottom and its load of the top.
#include <atomic>
#include <cassert>
#include <initializer_list>
#include <thread>

namespace {

constexpr auto relaxed = std::memory_order_relaxed;
constexpr auto acquire = std::memory_order_acquire;
constexpr auto release = std::memory_order_release;
constexpr auto seq_cst = std::memory_order_seq_cst;

class Deque {
 public:
  void push(int item) {
    const long bottom = bottom_.load(relaxed);
    items_[bottom % 4].store(item, relaxed);
    std::atomic_thread_fence(release);
    bottom_.store(bottom + 1, relaxed);
  }

  int pop() {
    const long bottom = bottom_.load(relaxed) - 1;
    bottom_.store(bottom, relaxed);
#ifdef REPAIRED
    std::atomic_thread_fence(seq_cst);
#endif
    long top = top_.load(relaxed);
    if (top > bottom) {
      bottom_.store(bottom + 1, relaxed);
      return 0;
    }
    int item = items_[bottom % 4].load(relaxed);
    if (top == bottom) {
      if (!top_.compare_exchange_strong(top, top + 1, seq_cst, relaxed)) item = 0;
      bottom_.store(bottom + 1, relaxed);
    }
    return item;
  }

  int steal() {
    long top = top_.load(acquire);
    std::atomic_thread_fence(seq_cst);
    const long bottom = bottom_.load(acquire);
    if (top >= bottom) return 0;
    const int item = items_[top % 4].load(relaxed);
    return top_.compare_exchange_strong(top, top + 1, seq_cst, relaxed) ? item : 0;
  }

 private:
  std::atomic<long> top_{0};
  std::atomic<long> bottom_{0};
  std::atomic<int> items_[4];
};

Deque deque;

}  // namespace

int main() {
  deque.push(1);
  deque.push(2);
  int stolen[2] = {};
  std::thread thief([&stolen] {
    for (int& item : stolen) item = deque.steal();
  });
  const int first = deque.pop();
  const int second = deque.pop();
  thief.join();
  int taken[3] = {};
  for (const int item : {first, second, stolen[0], stolen[1]}) ++taken[item];
  assert(taken[1] <= 1 && taken[2] <= 1);
}
