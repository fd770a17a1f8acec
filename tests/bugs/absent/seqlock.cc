// REPAIRED: The reader starts again if the sequence has moved.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<unsigned> sequence{0};  // odd while the clock is being set
std::atomic<int> hours{11};
std::atomic<int> minutes{59};

struct Time {
  int hours;
  int minutes;
};

void set(Time time) {
  sequence.fetch_add(1);
  hours.store(time.hours);
  minutes.store(time.minutes);
  sequence.fetch_add(1);
}

Time read() {
  for (;;) {
    const unsigned before = sequence.load();
    if (before % 2 == 0) {
      const Time time{hours.load(), minutes.load()};
      if (sequence.load() == before) return time;
    }
    std::this_thread::yield();
  }
}

}  // namespace

int main() {
  std::thread ticker(set, Time{12, 0});
  std::thread display([] {
    const Time time = read();
    assert(time.hours * 60 + time.minutes == 719 || time.hours * 60 + time.minutes == 720);
  });
  ticker.join();
  display.join();
}
