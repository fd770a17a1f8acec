// An event count: who is about to sleep says so and looks, who makes ready does so and looks for sleepers.
// 1: release store of the sleeper
// 2: acquire load of the sleeper
// 3: release store of the waker
// 4: acquire load of the waker
#include "mutant.h"

namespace {

std::atomic<bool> ready;
std::atomic<bool> waits;
bool sleeps;
bool wakes;

}  // namespace

int main() {
  run_both(
      [] {
        waits.store(true, weakened(1, seq_cst, release));
        sleeps = !ready.load(weakened(2, seq_cst, acquire));
      },
      [] {
        ready.store(true, weakened(3, seq_cst, release));
        wakes = waits.load(weakened(4, seq_cst, acquire));
      });
  assert(!sleeps || wakes);
}
