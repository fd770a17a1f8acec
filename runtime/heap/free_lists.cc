#include "runtime/heap/free_lists.h"

#include <cstdint>

#include "abi/words.h"
#include "runtime/base/arena.h"
#include "runtime/base/runtime.h"
#include "runtime/sched/choose.h"

namespace sleave::rt {

namespace {

constexpr std::size_t kStep = 16;
constexpr std::size_t kClasses = 65;  // blocks of up to 1,024 bytes

ArenaArray<void*> lists[kClasses];
std::uint64_t unused[kClasses];  // freed blocks in a run that does not reuse them
bool told;

// Blocks are made in steps of 16 bytes, so those of one class have the same room.
std::size_t class_of(std::size_t bytes) { return bytes == 0 ? 1 : (bytes + kStep - 1) / kStep; }

}  // namespace

void* take_freed(std::size_t bytes) {
  const std::size_t size = class_of(bytes);
  if (size >= kClasses || lists[size].size() == 0) return nullptr;
  const std::size_t last = lists[size].size() - 1;
  void* block = lists[size][last];
  lists[size].remove(last);
  if (!told) record_choice(SLEAVE_CHOICE_reuse, SLEAVE_EV_COUNT, 1);
  told = true;
  return block;
}

void keep_freed(void* block, std::size_t bytes) {
  const std::size_t size = class_of(bytes);
  if (size < kClasses) lists[size].push(block);
}

void pass_freed(std::size_t bytes) {
  const std::size_t size = class_of(bytes);
  if (runtime.planned && size < kClasses && unused[size] != 0) ++runtime.trace->opportunities[SLEAVE_CHOICE_reuse];
}

void leave_freed(std::size_t bytes) {
  const std::size_t size = class_of(bytes);
  if (size < kClasses) ++unused[size];
}

}  // namespace sleave::rt
