// BUG: Timers are named by their addresses, so cancelling a finished one may hit a new one of another thread (ABA).
// EXPECT: assertion
#include <cassert>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

namespace {

struct Timer {
  int seconds;
};

std::mutex lock;
std::set<Timer*> active;

Timer* start(int seconds) {
  auto* timer = new Timer{seconds};
  const std::lock_guard guard(lock);
  active.insert(timer);
  return timer;
}

// Harmless if it is not active any more.
bool cancel(Timer* timer) {
  const std::lock_guard guard(lock);
  if (active.erase(timer) == 0) return false;
  delete timer;
  return true;
}

void careless() {
  Timer* timer = start(1);
  cancel(timer);
  cancel(timer);
}

void careful() {
  Timer* timer = start(2);
  const bool was_active = cancel(timer);
  assert(was_active);
}

}  // namespace

int main() {
  std::thread one(careless);
  std::thread other(careful);
  one.join();
  other.join();
}
