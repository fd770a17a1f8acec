// A read of a table that never changes, at a place that depends on the input: whatever the place, what is found there
// is known. So it becomes a choice, and no place has to be tried.
#include "abi/follow.h"
#include "runtime/base/runtime.h"
#include "runtime/symbolic/path_constraints.h"
#include "runtime/symbolic/possible_values.h"

namespace sleave::rt {

namespace {

// Where the value found changes from one place to the next; more, and places are tried one by one.
constexpr unsigned kMostStretches = 512;
constexpr std::uint64_t kMostPlaces = 65'536;
constexpr unsigned kAddressBits = 64;

// Places of a table that can be read, from a first one on in equal steps.
struct Places {
  std::uint64_t first;
  std::uint64_t step;
  std::uint64_t count;

  [[nodiscard]] std::uint64_t at(std::uint64_t i) const { return first + i * step; }
};

sleave_uint128 found_at(std::uint64_t address, unsigned bits) {
  sleave_uint128 value = 0;
  __builtin_memcpy(&value, reinterpret_cast<const void*>(address), (bits + 7) / 8);
  return value & ones(bits);
}

Places places_of(const PossibleValues& addresses, std::uint64_t begin, std::uint64_t last) {
  const auto now = static_cast<std::uint64_t>(addresses.now);
  const auto step = addresses.step == 0 ? 1 : static_cast<std::uint64_t>(addresses.step);
  const auto low = addresses.low > begin ? static_cast<std::uint64_t>(addresses.low) : begin;
  const auto high = addresses.high < last ? static_cast<std::uint64_t>(addresses.high) : last;
  const std::uint64_t before = (now - low) / step;
  return {now - before * step, step, before + (high - now) / step + 1};
}

// Places beside each other where the same is found, as the last place of each such stretch.
struct Stretches {
  std::uint64_t last[kMostStretches];
  unsigned count = 0;
};

bool find_stretches(const Places& places, unsigned bits, Stretches& found) {
  if (places.count > kMostPlaces) return false;
  sleave_uint128 value = found_at(places.first, bits);
  for (std::uint64_t i = 1; i < places.count; ++i) {
    const sleave_uint128 next = found_at(places.at(i), bits);
    if (next == value) continue;
    if (found.count == kMostStretches - 1) return false;
    found.last[found.count++] = places.at(i - 1);
    value = next;
  }
  found.last[found.count++] = places.at(places.count - 1);
  return true;
}

// What is found in the stretches from `from` up to `to`, by halves.
Word chosen(const Word& address, unsigned bits, const Stretches& stretches, unsigned from, unsigned to) {
  if (to - from == 1) return constant(bits, found_at(stretches.last[from], bits));
  const unsigned middle = (from + to) / 2;
  const Word in_lower = below(address, constant(kAddressBits, stretches.last[middle - 1] + 1));
  return choose(in_lower, chosen(address, bits, stretches, from, middle), chosen(address, bits, stretches, middle, to));
}

Word read(unsigned bits, std::uint64_t begin, std::uint64_t bytes, const Word& address, std::uintptr_t site) {
  const auto now = static_cast<std::uint64_t>(address.value);
  const std::uint64_t size = (bits + 7) / 8;
  const std::uint64_t last = begin + bytes - size;
  const PossibleValues addresses = possible_addresses(address.expression);
  if (addresses.low < begin || addresses.high > last) {
    const Word offset = binary(SLEAVE_OP_sub, address, constant(kAddressBits, begin));
    learn(SLEAVE_PATH_CONSTRAINT_bounds, below(offset, constant(kAddressBits, bytes - size + 1)), site);
  }
  Stretches stretches;
  if (now < begin || now > last || !find_stretches(places_of(addresses, begin, last), bits, stretches)) {
    learn(SLEAVE_PATH_CONSTRAINT_address, address, site);
    return constant(bits, 0);
  }
  return chosen(address, bits, stretches, 0, stretches.count);
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT std::uint32_t __sleave_follow_table(std::uint32_t bits, const void* table, std::uint64_t bytes,
                                                  const void* address, std::uint32_t number) {
  const auto value = reinterpret_cast<std::uintptr_t>(address);
  const Word place = used_word(kAddressBits, number, value, SLEAVE_SITE_HERE);
  if (!place.follows()) return 0;
  return read(bits, reinterpret_cast<std::uintptr_t>(table), bytes, place, SLEAVE_SITE_HERE).expression;
}
