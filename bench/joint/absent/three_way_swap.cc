// REPAIRED: The order is by number.
// INPUT: salt 8 bits
// WITNESS: salt=0x44
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
  return true;
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
