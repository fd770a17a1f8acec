// BUG: A cache slot's tag and value are stored one after the other; a reader of the old key can get the value of the new one.
// EXPECT: assertion
// INPUT: key 32 bits
// WHEN: key != 1000 and key has the slot of key 1000 (low 6 bits of key ^ key >> 6)
// RARE: 1 in 64
// NEEDS: 1 interference, 1 preemption, 3 threads
// WITNESS: key=39
// NEAR: key=40
#include <sleave/sleave.hpp>

#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

namespace {

constexpr std::uint32_t kWarm = 1000;

struct Slot {
  std::atomic<std::uint32_t> tag{0};
  std::atomic<std::uint32_t> value{0};
};

std::array<Slot, 64> slots;

Slot& slot_of(std::uint32_t key) { return slots[(key ^ key >> 6) & 63]; }

std::uint32_t price_of(std::uint32_t key) { return key * 2654435761u; }

void fill(std::uint32_t key) {
  Slot& slot = slot_of(key);
  slot.tag.store(key);
  slot.value.store(price_of(key));
}

std::uint32_t look_up(std::uint32_t key) {
  const Slot& slot = slot_of(key);
  if (slot.tag.load() != key) return price_of(key);
  return slot.value.load();
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
