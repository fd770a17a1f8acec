// REPAIRED: Every run is marked by a compare-exchange.
// INPUT: order 0..15; a run has 2^order bits, at most 8
// WITNESS: order=2
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
  std::uint32_t seen = bitmap.load();
  for (;;) {
    const std::uint32_t run = free_run(seen, length);
    if (bitmap.compare_exchange_strong(seen, seen | run)) return run;
  }
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
