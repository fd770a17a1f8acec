// A ring buffer with one producer and one consumer.
// 1: relaxed store of the tail
// 2: relaxed load of the tail
#include "mutant.h"

namespace {

constexpr unsigned kSize = 2;
std::atomic<int> slots[kSize];
std::atomic<unsigned> head;
std::atomic<unsigned> tail;

bool push(int item) {
  const unsigned end = tail.load(relaxed);
  if (end - head.load(acquire) == kSize) return false;
  slots[end % kSize].store(item, relaxed);
  tail.store(end + 1, weakened(1, release));
  return true;
}

int pop() {
  const unsigned begin = head.load(relaxed);
  if (begin == tail.load(weakened(2, acquire))) return 0;
  const int item = slots[begin % kSize].load(relaxed);
  head.store(begin + 1, release);
  return item;
}

}  // namespace

int main() {
  run_both(
      [] {
        for (int item = 1; item <= 3; ++item) push(item);
      },
      [] {
        int last = 0;
        for (int i = 0; i < 3; ++i) {
          const unsigned begin = head.load(relaxed);
          const int item = pop();
          if (head.load(relaxed) == begin) continue;
          assert(item > last);
          last = item;
        }
      });
}
