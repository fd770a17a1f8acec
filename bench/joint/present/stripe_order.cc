// BUG: move() locks the stripes of its two keys in the order of its arguments.
// EXPECT: deadlock
// INPUT: keys a, b, c, d of 16 bits
// WHEN: stripe(a) == stripe(d), stripe(b) == stripe(c), stripe(a) != stripe(b); stripe(k) = the top 3 of 16 bits of k * 40503
// RARE: 7 in 512
// NEEDS: 0 interferences, 1 preemption, 3 threads
// WITNESS: a=1 b=2 c=2 d=1
// NEAR: a=1 b=2 c=1 d=2
#include <sleave/sleave.hpp>

#include <array>
#include <cstdint>
#include <mutex>
#include <thread>

namespace {

using Key = std::uint16_t;

std::array<std::mutex, 8> stripes;
std::array<int, 8> entries{};

unsigned stripe(Key key) { return static_cast<std::uint16_t>(key * 40503u) >> 13; }

void move(Key from, Key to) {
  const unsigned first = stripe(from);
  const unsigned second = stripe(to);
  if (first == second) return;
  const std::lock_guard lock_first(stripes[first]);
  const std::lock_guard lock_second(stripes[second]);
  --entries[first];
  ++entries[second];
}

}  // namespace

int main() {
  const auto a = sleave::any<Key>("a");
  const auto b = sleave::any<Key>("b");
  const auto c = sleave::any<Key>("c");
  const auto d = sleave::any<Key>("d");
  std::thread one([=] { move(a, b); });
  std::thread two([=] { move(c, d); });
  one.join();
  two.join();
}
