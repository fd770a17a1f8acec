// A sequence lock: one writer, readers that look again.
// 1: no release fence after the odd number
// 2: relaxed store of the even number
// 3: relaxed load before the data
// 4: no acquire fence after the data
#include "mutant.h"

namespace {

std::atomic<unsigned> sequence;
std::atomic<int> x;
std::atomic<int> y;

void write_both() {
  sequence.store(1, relaxed);
  if constexpr (MUTANT != 1) std::atomic_thread_fence(release);
  x.store(1, relaxed);
  y.store(1, relaxed);
  sequence.store(2, weakened(2, release));
}

void read_both() {
  const unsigned before = sequence.load(weakened(3, acquire));
  const int first = x.load(relaxed);
  const int second = y.load(relaxed);
  if constexpr (MUTANT != 4) std::atomic_thread_fence(acquire);
  const unsigned after = sequence.load(relaxed);
  if (before % 2 == 0 && before == after) assert(first == second);
}

}  // namespace

int main() { run_both(write_both, read_both); }
