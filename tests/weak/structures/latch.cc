// A latch: who waits continues when all have counted down.
// 1: relaxed update of the count
// 2: relaxed load of the count
#include "mutant.h"

namespace {

std::atomic<int> count{2};
std::atomic<int> results[2];

template <int kSelf>
void work() {
  results[kSelf].store(1, relaxed);
  count.fetch_sub(1, weakened(1, release));
}

}  // namespace

int main() {
  std::thread one(work<0>);
  std::thread two(work<1>);
  while (count.load(weakened(2, acquire)) != 0) {
  }
  assert(results[0].load(relaxed) + results[1].load(relaxed) == 2);
  one.join();
  two.join();
}
