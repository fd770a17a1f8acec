// BUG: A timer whose delay is a whole turn of the wheel goes into the slot that is being emptied, and is thrown away with it.
// EXPECT: assertion
// INPUT: delay 16 bits
// WHEN: delay > 0 and delay is a multiple of 32
// RARE: 1 in 32
// NEEDS: 2 interferences, 1 preemption, 3 threads
// WITNESS: delay=64
// NEAR: delay=65
#include <sleave/sleave.hpp>

#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

namespace {

constexpr unsigned kSlots = 32;

// How many timers wait in each slot; the wheel stands at slot 5.
std::array<std::atomic<int>, kSlots> wheel{};
std::atomic<int> fired{0};
constexpr unsigned kNow = 5;

void add_timer(unsigned delay) {
  if (delay == 0) {
    fired.fetch_add(1);
    return;
  }
  wheel[(kNow + delay) % kSlots].fetch_add(1);
}

void tick() {
  std::atomic<int>& slot = wheel[kNow];
  fired.fetch_add(slot.load());
  slot.store(0);
}

}  // namespace

int main() {
  const auto delay = sleave::any<std::uint16_t>("delay");
  std::thread clock(tick);
  std::thread client([=] { add_timer(delay); });
  clock.join();
  client.join();
  int waiting = 0;
  for (const auto& slot : wheel) waiting += slot.load();
  assert(waiting + fired.load() == 1);
}
