// BUG: The only reader takes a failed try_lock_shared() for "somebody writes" and skips the copy; C++ lets it fail by itself.
// EXPECT: assertion
// OPTIONS: --choices=+trylock
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

std::shared_mutex lock;
int setting = 0;
int copy = 0;

void refresh() {
  if (!lock.try_lock_shared()) return;
  copy = setting;
  lock.unlock_shared();
}

}  // namespace

int main() {
  std::thread writer([] {
    std::unique_lock writing(lock);
    setting = 1;
  });
  writer.join();
  refresh();
  assert(copy == 1);
}
