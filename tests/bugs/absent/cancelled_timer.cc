// REPAIRED: Firing and cancelling compete for one state by compare-exchange.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

enum State { kWaiting, kCancelled, kFired };

class Timer {
 public:
  void fire() {
    int expected = kWaiting;
    if (!state_.compare_exchange_strong(expected, kFired)) return;
    called_.store(true);
  }

  bool cancel() {
    int expected = kWaiting;
    return state_.compare_exchange_strong(expected, kCancelled);
  }

  [[nodiscard]] bool called() const { return called_.load(); }

 private:
  std::atomic<int> state_{kWaiting};
  std::atomic<bool> called_{false};
};

Timer timer;

}  // namespace

int main() {
  bool cancelled = false;
  std::thread clock([] { timer.fire(); });
  std::thread user([&cancelled] { cancelled = timer.cancel(); });
  clock.join();
  user.join();
  assert(!(cancelled && timer.called()));
}
