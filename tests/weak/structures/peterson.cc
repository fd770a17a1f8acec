// Peterson's lock with an exchange of the turn, as Williams has it.
// 1: acquire exchange of the turn
// 2: release exchange of the turn
// 3: relaxed store of the wish by unlock()
// 4: relaxed load of the wish
#include "mutant.h"

namespace {

std::atomic<bool> wants[2];
std::atomic<int> turn;
std::atomic<int> count;

template <int kSelf>
void enter() {
  wants[kSelf].store(true, relaxed);
  turn.exchange(1 - kSelf, MUTANT == 1 ? acquire : weakened(2, acq_rel, release));
  while (wants[1 - kSelf].load(weakened(4, acquire)) && turn.load(relaxed) == 1 - kSelf) {
  }
  count.store(count.load(relaxed) + 1, relaxed);
  wants[kSelf].store(false, weakened(3, release));
}

}  // namespace

int main() {
  run_both(enter<0>, enter<1>);
  assert(count.load() == 2);
}
