// BUG: cancel() finds the timer not fired yet and says so; the timer had already decided to fire.
// EXPECT: assertion
#include <atomic>
#include <cassert>
#include <thread>

namespace {

enum State { kWaiting, kCancelled, kFired };

class Timer {
 public:
  void fire() {
    if (state_.load() == kCancelled) return;
    state_.store(kFired);
    called_.store(true);
  }

  bool cancel() {
    if (state_.load() == kFired) return false;
    state_.store(kCancelled);
    return true;
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
