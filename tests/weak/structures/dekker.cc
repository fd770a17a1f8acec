// Dekker's lock with fences.
// 1: acquire-release fence in the first thread
// 2: acquire-release fence in the second thread
// 3: no release fence before the wish is taken back
#include "mutant.h"

namespace {

std::atomic<bool> wants[2];
std::atomic<int> turn;
Data<int> count;

template <int kSelf>
void enter() {
  wants[kSelf].store(true, relaxed);
  std::atomic_thread_fence(weakened(1 + kSelf, seq_cst, acq_rel));
  while (wants[1 - kSelf].load(relaxed)) {
    if (turn.load(relaxed) == kSelf) continue;
    wants[kSelf].store(false, relaxed);
    while (turn.load(relaxed) != kSelf) {
    }
    wants[kSelf].store(true, relaxed);
    std::atomic_thread_fence(seq_cst);
  }
  std::atomic_thread_fence(acquire);
  count.store(count.load(relaxed) + 1, relaxed);
  turn.store(1 - kSelf, relaxed);
  if constexpr (MUTANT != 3) std::atomic_thread_fence(release);
  wants[kSelf].store(false, relaxed);
}

}  // namespace

int main() {
  run_both(enter<0>, enter<1>);
  assert(count.load() == 2);
}
