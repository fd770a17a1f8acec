// BUG: Settings are read under a shared lock and written back under an exclusive one; a write in between is lost.
// EXPECT: assertion
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

std::shared_mutex lock;
unsigned enabled = 0;

void enable(unsigned feature) {
  unsigned features = 0;
  {
    const std::shared_lock reading(lock);
    features = enabled;
  }
  const std::unique_lock writing(lock);
  enabled = features | feature;
}

}  // namespace

int main() {
  std::thread network(enable, 1u);
  std::thread storage(enable, 2u);
  network.join();
  storage.join();
  assert(enabled == 3u);
}
