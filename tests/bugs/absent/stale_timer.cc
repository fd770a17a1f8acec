// REPAIRED: Timers are named by numbers that do not come back.
#include <cassert>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace {

struct Timer {
  int seconds;
};

std::mutex lock;
std::map<int, std::unique_ptr<Timer>> active;
int last_number = 0;

int start(int seconds) {
  auto timer = std::make_unique<Timer>(Timer{seconds});
  const std::lock_guard guard(lock);
  active.emplace(++last_number, std::move(timer));
  return last_number;
}

// Harmless if it is not active any more.
bool cancel(int number) {
  const std::lock_guard guard(lock);
  return active.erase(number) != 0;
}

void careless() {
  const int timer = start(1);
  cancel(timer);
  cancel(timer);
}

void careful() {
  const int timer = start(2);
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
