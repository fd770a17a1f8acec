// Races into the trace: each pair of code sites once. The run goes on, unless the plan says that it ends with this one.
#include "runtime/base/arena.h"
#include "runtime/base/outcome.h"
#include "runtime/base/random.h"
#include "runtime/base/runtime.h"
#include "runtime/race/access_table.h"
#include "runtime/race/alike_windows.h"
#include "runtime/race/detector.h"
#include "runtime/race/race.h"
#include "runtime/trace/site.h"

namespace sleave::rt {

namespace {

// Pairs already told, open addressing, at most half full; 0: free.
std::uint64_t* pairs;
std::uint64_t capacity;
std::uint64_t used;

bool insert(std::uint64_t pair) {
  std::uint64_t at = mix(pair) & (capacity - 1);
  while (pairs[at] != 0 && pairs[at] != pair) at = (at + 1) & (capacity - 1);
  const bool fresh = pairs[at] == 0;
  pairs[at] = pair;
  return fresh;
}

void grow() {
  const std::uint64_t* old = pairs;
  const std::uint64_t old_capacity = capacity;
  capacity = capacity == 0 ? 64 : capacity * 2;
  pairs = static_cast<std::uint64_t*>(arena_allocate(capacity * sizeof(std::uint64_t)));
  for (std::uint64_t i = 0; i < old_capacity; ++i) {
    if (old[i] != 0) insert(old[i]);
  }
}

// Which of the two came first is the schedule's choice: an unordered pair.
bool is_new(std::uint64_t one, std::uint64_t other) {
  if (used * 2 >= capacity) grow();
  const std::uint64_t low = one < other ? one : other;
  const bool fresh = insert(low << Access::kWhatBits | (one ^ other ^ low));
  used += fresh ? 1 : 0;
  return fresh;
}

sleave_trace_access describe(Access access) {
  const AccessWhat what = access_what(access.what());
  return {access.thread(),
          static_cast<std::uint8_t>(what.kind),
          static_cast<std::uint8_t>(what.bytes),
          {0, 0},
          site_of(what.site)};
}

}  // namespace

void race_found(Access earlier, Access later, std::uintptr_t address) {
  if (!race_detection) return;
  if (are_between_alike(earlier, later, address)) return;
  if (!is_new(earlier.what(), later.what())) return;
  sleave_section& section = runtime.trace->sections[SLEAVE_SECTION_RACES];
  if (section.count >= section.capacity) {
    ++runtime.trace->dropped;
    return;
  }
  const void* place = reinterpret_cast<const void*>(address);
  auto* races = reinterpret_cast<sleave_trace_race*>(reinterpret_cast<char*>(runtime.trace) + section.offset);
  races[section.count++] = {describe(earlier), describe(later), location_of(place),
                            runtime.trace->sections[SLEAVE_SECTION_EVENTS].count};
  if (section.count == runtime.plan->stop_at_race) {
    fail({SLEAVE_FIND_data_race, "two threads access the same memory without synchronization",
          access_what(later.what()).site, 0, place});
  }
}

}  // namespace sleave::rt
