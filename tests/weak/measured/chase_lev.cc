// The work-stealing deque of Chase and Lev with two places. Its owner pushes three items, so it grows once, and pops
// two; a thief steals once.
// Bug: the larger array is published by a relaxed store.
#include <memory>

#include "measured.h"

namespace {

struct Items {
  explicit Items(std::size_t places) : at(new std::atomic<int>[places]) { size.write(places); }

  std::atomic<int>& operator[](std::size_t i) { return at[i % size.read()]; }

  Plain<std::size_t> size;
  std::unique_ptr<std::atomic<int>[]> at;
};

class Deque {
 public:
  void push(int item) {
    const long bottom = bottom_.load(relaxed);
    const long top = top_.load(acquire);
    Items* items = items_.load(relaxed);
    if (bottom - top >= static_cast<long>(items->size.read())) items = grow(top, bottom);
    (*items)[bottom].store(item, relaxed);
    std::atomic_thread_fence(release);
    bottom_.store(bottom + 1, relaxed);
  }

  int pop() {
    const long bottom = bottom_.load(relaxed) - 1;
    Items& items = *items_.load(relaxed);
    bottom_.store(bottom, relaxed);
    std::atomic_thread_fence(seq_cst);
    long top = top_.load(relaxed);
    if (top > bottom) {
      bottom_.store(bottom + 1, relaxed);
      return 0;
    }
    int item = items[bottom].load(relaxed);
    if (top == bottom) {
      if (!top_.compare_exchange_strong(top, top + 1, seq_cst, relaxed)) item = 0;
      bottom_.store(bottom + 1, relaxed);
    }
    return item;
  }

  int steal() {
    long top = top_.load(acquire);
    std::atomic_thread_fence(seq_cst);
    if (top >= bottom_.load(acquire)) return 0;
    const int item = (*items_.load(acquire))[top].load(relaxed);
    return top_.compare_exchange_strong(top, top + 1, seq_cst, relaxed) ? item : 0;
  }

 private:
  Items* grow(long top, long bottom) {
    Items& old = *items_.load(relaxed);
    larger_ = std::make_unique<Items>(2 * old.size.read());
    for (long i = top; i < bottom; ++i) (*larger_)[i].store(old[i].load(relaxed), relaxed);
    items_.store(larger_.get(), broken(release));
    return larger_.get();
  }

  Items first_{2};
  std::unique_ptr<Items> larger_;
  std::atomic<long> top_{0};
  std::atomic<long> bottom_{0};
  std::atomic<Items*> items_{&first_};
};

Deque deque;

}  // namespace

int main() {
  int stolen = 0;
  std::thread thief([&stolen] { stolen = deque.steal(); });
  for (const int item : {1, 2, 4}) deque.push(item);
  const int popped = deque.pop() + deque.pop();
  thief.join();
  assert(popped + stolen <= 7);
}
