// REPAIRED: The reader waits for the lock.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

std::shared_mutex lock;
int setting = 0;
int copy = 0;

void refresh() {
  std::shared_lock reading(lock);
  copy = setting;
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
