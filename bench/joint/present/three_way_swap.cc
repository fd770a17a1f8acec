// BUG: Three workers swap shards with a lock order by hash; the hash of three shards can go round in a circle.
// EXPECT: deadlock
// INPUT: salt 8 bits
// WHEN: before(0, 1), before(1, 2) and before(2, 0), or all three reversed, where before(a, b) is bit (a * 3 + b + 1) % 8 of salt, reversed for a > b
// RARE: 1 in 4
// NEEDS: 0 interferences, 2 preemptions, 4 threads
// WITNESS: salt=0x44
// NEAR: salt=0x04
#include <sleave/sleave.hpp>

#include <array>
#include <cstdint>
#include <mutex>
#include <thread>

namespace {

std::array<std::mutex, 3> shards;
std::uint8_t salt = 0;

bool before(unsigned a, unsigned b) {
  if (a > b) return !before(b, a);
  return salt >> (a * 3 + b + 1) % 8 & 1;
}

void swap(unsigned a, unsigned b) {
  const unsigned first = before(a, b) ? a : b;
  const std::lock_guard one(shards[first]);
  const std::lock_guard two(shards[a + b - first]);
}

}  // namespace

int main() {
  salt = sleave::any<std::uint8_t>("salt");
  std::thread one([] { swap(0, 1); });
  std::thread two([] { swap(1, 2); });
  std::thread three([] { swap(2, 0); });
  one.join();
  two.join();
  three.join();
}
