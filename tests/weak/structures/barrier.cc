// A barrier that the last one opens.
// 1: release update of the count
// 2: relaxed store of the gate
// 3: relaxed load of the gate
#include "mutant.h"

namespace {

std::atomic<int> missing{2};
std::atomic<bool> open;
Data<int> written[2];

template <int kSelf>
void meet() {
  written[kSelf].store(1, relaxed);
  if (missing.fetch_sub(1, weakened(1, acq_rel, release)) == 1) {
    open.store(true, weakened(2, release));
  } else {
    while (!open.load(weakened(3, acquire))) {
    }
  }
  assert(written[1 - kSelf].load(relaxed) == 1);
}

}  // namespace

int main() { run_both(meet<0>, meet<1>); }
