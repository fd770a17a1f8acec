// REPAIRED: A request counts itself first and tests afterwards.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

class Driver {
 public:
  void request() {
    if (!enter()) return;
    assert(!stopped_.load());
    leave();
  }

  void stop() {
    stopping_.store(true);
    leave();
    while (!idle_.load()) std::this_thread::yield();
    stopped_.store(true);
  }

 private:
  bool enter() {
    pending_.fetch_add(1);
    if (!stopping_.load()) return true;
    leave();
    return false;
  }

  void leave() {
    if (pending_.fetch_sub(1) == 1) idle_.store(true);
  }

  std::atomic<int> pending_{1};  // requests under way, and one for the driver itself
  std::atomic<bool> stopping_{false};
  std::atomic<bool> idle_{false};
  std::atomic<bool> stopped_{false};
};

Driver driver;

}  // namespace

int main() {
  std::thread a([] { driver.request(); });
  std::thread b([] { driver.request(); });
  std::thread c([] { driver.stop(); });
  a.join();
  b.join();
  c.join();
}
