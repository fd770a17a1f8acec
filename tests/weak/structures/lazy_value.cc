// Double-checked locking.
// 1: relaxed store of the pointer
// 2: relaxed load of it
#include <mutex>

#include "mutant.h"

namespace {

std::atomic<int> value;
std::atomic<std::atomic<int>*> made;
std::mutex mutex;

int use() {
  std::atomic<int>* found = made.load(weakened(2, acquire));
  if (found == nullptr) {
    const std::lock_guard lock(mutex);
    found = made.load(relaxed);
    if (found == nullptr) {
      value.store(42, relaxed);
      found = &value;
      made.store(found, weakened(1, release));
    }
  }
  return found->load(relaxed);
}

}  // namespace

int main() {
  run_both([] { assert(use() == 42); }, [] { assert(use() == 42); });
}
