#include "runtime/race/access_table.h"

#include "runtime/base/arena.h"
#include "runtime/base/random.h"

namespace sleave::rt {

namespace {

ArenaArray<AccessWhat> known;
std::uint32_t* numbers;  // open addressing, at most half full; 0: free
std::uint64_t capacity;

// Numbers given of late, by site: loops come back to a few.
struct Recent {
  AccessWhat what;
  std::uint32_t number;  // 0: none
};
constexpr std::uint64_t kRecent = 64;
Recent recent[kRecent];

bool same(const AccessWhat& a, const AccessWhat& b) {
  return a.site == b.site && a.kind == b.kind && a.bytes == b.bytes;
}

std::uint32_t& place_of(const AccessWhat& what) {
  const std::uint64_t kind_and_size = static_cast<std::uint64_t>(what.kind) << 32 | what.bytes;
  std::uint64_t at = mix(what.site ^ kind_and_size << 48) & (capacity - 1);
  while (numbers[at] != 0 && !same(known[numbers[at] - 1], what)) at = (at + 1) & (capacity - 1);
  return numbers[at];
}

// Half a page at first, for 256 accesses: growing costs as much as a dozen events.
constexpr std::uint64_t kFirstCapacity = 512;

void grow() {
  capacity = capacity == 0 ? kFirstCapacity : capacity * 2;
  numbers = static_cast<std::uint32_t*>(arena_allocate(capacity * sizeof(std::uint32_t)));
  for (std::uint32_t i = 0; i < known.size(); ++i) place_of(known[i]) = i + 1;
}

// Out of line: what is found among the recent ones shall not save registers for this.
__attribute__((noinline)) std::uint32_t look_up(const AccessWhat& what) {
  if (known.size() * 2 >= capacity) grow();
  std::uint32_t& number = place_of(what);
  if (number == 0) {
    known.push(what);
    number = static_cast<std::uint32_t>(known.size());
  }
  return number;
}

}  // namespace

std::uint32_t access_number(std::uintptr_t site, sleave_access_kind kind, std::uint64_t bytes) {
  const AccessWhat what{site, kind, bytes <= kLargestSized ? static_cast<std::uint32_t>(bytes) : 0};
  Recent& entry = recent[(site ^ site >> 6) % kRecent];
  if (!same(entry.what, what)) entry = {what, look_up(what)};
  return entry.number;
}

AccessWhat access_what(std::uint32_t number) { return known[number - 1]; }

}  // namespace sleave::rt
