#include "runtime/state/watch.h"

#include "runtime/state/slot.h"

namespace sleave::rt {

namespace {
constexpr std::uint64_t kNoHeap = 1ull << 63;  // the kernel's half of the address space
constinit std::uint64_t main_heap = kNoHeap;
}  // namespace

void watch_accesses(sleave_accesses_matter whom) {
  __sleave_watch.accesses = whom;
  __sleave_watch.main_heap = whom == SLEAVE_ACCESSES_TO_NOBODY ? main_heap : kNoHeap;
}

void watch_main_heap(std::uint32_t slot) {
  main_heap = reinterpret_cast<std::uintptr_t>(slot_begin(slot));
  watch_accesses(SLEAVE_ACCESSES_TO_NOBODY);
}

}  // namespace sleave::rt

constinit struct sleave_watch __sleave_watch = {0, sleave::rt::kNoHeap, SLEAVE_ACCESSES_TO_NOBODY};
