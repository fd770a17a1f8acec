// BUG: Runs of more than one bit are looked for in one step and marked in another; single bits are taken by fetch_or.
// EXPECT: assertion
// INPUT: order 0..15; a run has 2^order bits, at most 8
// WHEN: 1 <= order <= 3
// RARE: 3 in 16
// NEEDS: 2 interferences, 1 preemption, 3 threads
// WITNESS: order=2
// NEAR: order=0
#include <sleave/sleave.hpp>

#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

namespace {

constexpr unsigned kBits = 32;

std::atomic<std::uint32_t> bitmap{0};
std::atomic<std::uint32_t> owned{0};

std::uint32_t take_bit() {
  for (unsigned i = 0; i < kBits; ++i) {
    const std::uint32_t bit = 1u << i;
    if (!(bitmap.fetch_or(bit) & bit)) return bit;
  }
  return 0;
}

std::uint32_t free_run(std::uint32_t taken, unsigned length) {
  const std::uint32_t run = (1u << length) - 1;
  for (unsigned i = 0; i + length <= kBits; i += length) {
    if (!(taken & run << i)) return run << i;
  }
  return 0;
}

std::uint32_t take_run(unsigned length) {
  const std::uint32_t run = free_run(bitmap.load(), length);
  bitmap.fetch_or(run);
  return run;
}

void allocate(unsigned order) {
  if (order > 3) return;
  const std::uint32_t mine = order == 0 ? take_bit() : take_run(1u << order);
  const std::uint32_t before = owned.fetch_or(mine);
  assert(!(before & mine));
}

}  // namespace

int main() {
  const auto order = sleave::any_in(0u, 15u, "order");
  std::thread one([=] { allocate(order); });
  std::thread two([=] { allocate(order); });
  one.join();
  two.join();
}
