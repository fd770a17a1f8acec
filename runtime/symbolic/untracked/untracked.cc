#include "runtime/symbolic/untracked/untracked.h"

#include <string.h>

#include "abi/follow.h"
#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/heap/heap.h"
#include "runtime/symbolic/concretizations.h"
#include "runtime/symbolic/shadow.h"

namespace sleave::rt {

namespace {

struct Range {
  const sleave_untracked* begin;
  const sleave_untracked* end;
};
constexpr std::size_t kMostModules = 512;
Range ranges[kMostModules];
std::size_t range_count;

constexpr std::size_t kMostPlaces = 64;
std::uintptr_t places[kMostPlaces];  // where code of another compiler was called
std::size_t place_count;

bool records_path_constraints() {
  return runtime.planned && (runtime.plan->record & SLEAVE_RECORD_PATH_CONSTRAINTS) != 0;
}

// As far as a function may read that is given this address: to the end of a heap block. Of others nothing says where
// they end; then what stands near counts.
std::uint64_t reach_of(std::uintptr_t address) {
  constexpr std::uint64_t kNear = 256;
  const void* block = heap_block_before(address);
  if (block == nullptr) return kNear;
  const std::uint64_t offset = address - reinterpret_cast<std::uintptr_t>(block);
  const std::uint64_t size = heap_size(block);
  return offset < size ? size - offset : kNear;
}

bool reaches_input(std::uintptr_t address) {
  constexpr std::uint64_t kMost = 1u << 20;
  const std::uint64_t reach = reach_of(address);
  return shadow_knows_some(reinterpret_cast<const void*>(address), reach < kMost ? reach : kMost);
}

// One more step along pointers in the object: to the text of a string, the buffer of a stream.
bool leads_to_input(std::uintptr_t address) {
  constexpr std::uint64_t kLooked = 512;
  const std::uint64_t reach = reach_of(address);
  const std::uintptr_t end = address + (reach < kLooked ? reach : kLooked);
  for (std::uintptr_t at = (address + 7) & ~std::uintptr_t{7}; at + 8 <= end; at += 8) {
    if (at % kSystemPageBytes == 0 && !is_mapped(at)) return false;
    const std::uintptr_t pointer = *reinterpret_cast<const std::uintptr_t*>(at);
    if (pointer >= kSystemPageBytes && is_mapped(pointer) && reaches_input(pointer)) return true;
  }
  return false;
}

}  // namespace

void add_untracked(const sleave_untracked* begin, const sleave_untracked* end) {
  if (begin != end && range_count < kMostModules) ranges[range_count++] = {begin, end};
}

void note_untracked(std::uintptr_t site) {
  for (std::size_t i = 0; i < place_count; ++i) {
    if (places[i] == site) return;
  }
  if (place_count < kMostPlaces) places[place_count++] = site;
}

void lose_untracked() {
  if (!records_path_constraints() || runtime.trace->sections[SLEAVE_SECTION_INPUTS].count == 0) return;
  for (std::size_t i = 0; i < place_count; ++i) lose(SLEAVE_CONCRETIZATION_untracked_file, places[i]);
  for (std::size_t i = 0; i < range_count; ++i) {
    for (const sleave_untracked* each = ranges[i].begin; each != ranges[i].end; ++each) {
      if (*each->entered == 0) continue;
      lose(SLEAVE_CONCRETIZATION_untracked_file, reinterpret_cast<std::uintptr_t>(each->function) + 1);
      break;  // one of a module says enough
    }
  }
}

}  // namespace sleave::rt

using namespace sleave::rt;

// What the callee tracks it was offered before (arguments.cc).
SLEAVE_EXPORT void __sleave_follow_reads(const void* pointer, std::uint64_t bytes) {
  if (__sleave_following.callee != nullptr || __sleave_following.memory == 0) return;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (address < kSystemPageBytes || !is_mapped(address)) return;
  if (bytes == SLEAVE_READS_TEXT) bytes = strlen(static_cast<const char*>(pointer)) + 1;
  const bool reads = bytes != 0 ? shadow_knows_some(pointer, bytes) : reaches_input(address) || leads_to_input(address);
  if (reads) lose(SLEAVE_CONCRETIZATION_untracked_call, SLEAVE_SITE_HERE);
}
