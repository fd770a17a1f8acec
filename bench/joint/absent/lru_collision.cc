// REPAIRED: Tag and value are one word.
// INPUT: key 32 bits
// WITNESS: key=39
#include <sleave/sleave.hpp>

#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

namespace {

constexpr std::uint32_t kWarm = 1000;

struct Slot {
  std::atomic<std::uint64_t> word{0};  // tag in the upper half, value in the lower
};

std::array<Slot, 64> slots;

Slot& slot_of(std::uint32_t key) { return slots[(key ^ key >> 6) & 63]; }

std::uint32_t price_of(std::uint32_t key) { return key * 2654435761u; }

void fill(std::uint32_t key) {
  Slot& slot = slot_of(key);
  slot.word.store(std::uint64_t{key} << 32 | price_of(key));
}

std::uint32_t look_up(std::uint32_t key) {
  const Slot& slot = slot_of(key);
  const std::uint64_t word = slot.word.load();
  return word >> 32 == key ? static_cast<std::uint32_t>(word) : price_of(key);
}

}  // namespace

int main() {
  const auto key = sleave::any<std::uint32_t>("key");
  fill(kWarm);
  std::thread filler([=] { fill(key); });
  std::thread reader([] { assert(look_up(kWarm) == price_of(kWarm)); });
  filler.join();
  reader.join();
}
