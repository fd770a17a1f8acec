// A lock for many readers or one writer, as in Linux: readers take one, the writer takes all.
// 1: relaxed update by unlock_write()
// 2: relaxed update by lock_read()
#include "mutant.h"

namespace {

constexpr int kAll = 100;
std::atomic<int> left{kAll};
Data<int> x;
Data<int> y;

bool try_lock_read() {
  if (left.fetch_sub(1, weakened(2, acquire)) > 0) return true;
  left.fetch_add(1, relaxed);
  return false;
}

bool try_lock_write() {
  if (left.fetch_sub(kAll, acquire) == kAll) return true;
  left.fetch_add(kAll, relaxed);
  return false;
}

}  // namespace

int main() {
  run_both(
      [] {
        if (!try_lock_write()) return;
        x.store(1, relaxed);
        y.store(1, relaxed);
        left.fetch_add(kAll, weakened(1, release));
      },
      [] {
        if (!try_lock_read()) return;
        assert(x.load(relaxed) == y.load(relaxed));
        left.fetch_add(1, release);
      });
}
