// xenium, commit 3f08cea (February 2025); needs its root folder in the include path.
//
// pop() decrements the bottom of the deque before it knows whether there is an element. size() in between is 2^64 - 1.
// Without Sleave: g++ -std=c++17 -O2 -pthread; ends with a failed assertion within a second. Found by clients that
// `sleave synth` made from the header, in run 18.
#include <atomic>
#include <cassert>
#include <thread>
#include <xenium/chase_work_stealing_deque.hpp>

int main() {
  xenium::chase_work_stealing_deque<int> deque;
  std::atomic<bool> done{false};
  std::thread owner([&] {
    int number = 1;
    int* item = &number;
    for (int i = 0; i < 10'000'000 && !done; ++i) {
      deque.try_push(item);
      (void)deque.try_pop(item);
    }
    done = true;
  });
  bool is_wrong = false;
  while (!done && !is_wrong) is_wrong = deque.size() == static_cast<std::size_t>(-1);
  done = true;
  owner.join();
  assert(!is_wrong);
}
