// A lock that is tested before it is set.
// 1: relaxed exchange
// 2: relaxed store of unlock()
#include "mutant.h"

namespace {

std::atomic<bool> locked;
std::atomic<int> count;

void enter() {
  do {
    while (locked.load(relaxed)) {
    }
  } while (locked.exchange(true, weakened(1, acquire)));
  count.store(count.load(relaxed) + 1, relaxed);
  locked.store(false, weakened(2, release));
}

}  // namespace

int main() {
  run_both(enter, enter);
  assert(count.load() == 2);
}
