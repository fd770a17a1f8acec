#include "runtime/heap/heap.h"

#include <string.h>
#include <sys/mman.h>

#include "runtime/base/random.h"
#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/heap/block_states.h"
#include "runtime/heap/free_lists.h"
#include "runtime/sched/choose.h"
#include "runtime/state/slot.h"
#include "runtime/state/thread.h"

namespace sleave::rt {

namespace {

// Stands just below the block. `state` is not a boolean, so that a stray write is noticed.
struct Header {
  std::uint64_t bytes;
  std::uint64_t state;
};
constexpr std::uint64_t kLive = 0x6576696c5f766c73ull;
constexpr std::uint64_t kFreed = 0x656572665f766c73ull;

// Bytes filled at allocation and at free; the rest of a larger block stays as the system gave it (zero), which is
// deterministic too and costs nothing.
constexpr std::size_t kFillBytes = 4096;
constexpr std::size_t kReturnedBytes = 256u << 10;  // a freed block this large gives its pages back

// The slot a thread allocates in: its own, and when that is full another one, found like a further thread's.
std::uint32_t heap_slot(Thread& thread, std::size_t bytes) {
  if (thread.heap_moves == 0) thread.heap_slot = thread.slot;
  heap_prepare(thread.heap_slot);
  const char* end = slot_begin(thread.heap_slot) + SLEAVE_SLOT_HEAP_BYTES;
  if (slot_use(thread.heap_slot).heap_end + bytes <= end) return thread.heap_slot;
  thread.heap_slot = slot_for_path(mix(thread.path_hash, --thread.heap_moves));
  slot_set_owner(thread.heap_slot, &thread);
  heap_prepare(thread.heap_slot);
  return thread.heap_slot;
}

Header& header_of(const void* block) {
  return *reinterpret_cast<Header*>(reinterpret_cast<std::uintptr_t>(block) - sizeof(Header));
}

std::size_t at_most(std::size_t bytes, std::size_t most) { return bytes < most ? bytes : most; }

void give_pages_back(void* block, std::size_t bytes) {
  const auto first = (reinterpret_cast<std::uintptr_t>(block) + 4095) & ~static_cast<std::uintptr_t>(4095);
  const auto last = (reinterpret_cast<std::uintptr_t>(block) + bytes) & ~static_cast<std::uintptr_t>(4095);
  if (last > first) raw_call(__NR_madvise, static_cast<long>(first), static_cast<long>(last - first), MADV_DONTNEED);
}

void* begin_life(void* block, std::size_t bytes) {
  header_of(block) = {bytes, kLive};
  set_live(reinterpret_cast<std::uintptr_t>(block), bytes);
  memset(block, kFreshFill, at_most(bytes, kFillBytes));
  return block;
}

}  // namespace

void heap_prepare(std::uint32_t slot) {
  char*& heap_end = slot_use(slot).heap_end;
  if (heap_end != nullptr) return;
  heap_end = slot_begin(slot);
  raw_map(SLEAVE_SLOT_HEAP_BYTES, heap_end);
  prepare_block_states(slot);
}

void* heap_allocate(std::size_t bytes, std::size_t alignment) {
  if (alignment < 16) alignment = 16;
  if (bytes > SLEAVE_SLOT_HEAP_BYTES || alignment > SLEAVE_SLOT_HEAP_BYTES) return nullptr;
  if (alignment == 16) {
    if (!reuses_addresses())
      pass_freed(bytes);
    else if (void* block = take_freed(bytes))
      return begin_life(block, bytes);
  }
  const std::size_t room = bytes + alignment + sizeof(Header);
  if (room > SLEAVE_SLOT_HEAP_BYTES) return nullptr;
  const std::uint32_t slot = heap_slot(*runtime.current, room);
  char*& heap_end = slot_use(slot).heap_end;
  const auto next = reinterpret_cast<std::uintptr_t>(heap_end);
  const std::uintptr_t block = (next + sizeof(Header) + alignment - 1) & ~(alignment - 1);
  heap_end = reinterpret_cast<char*>((block + (bytes == 0 ? 1 : bytes) + 15) & ~static_cast<std::uintptr_t>(15));
  return begin_life(reinterpret_cast<void*>(block), bytes);
}

bool heap_owns(const void* block) { return in_slots(reinterpret_cast<std::uintptr_t>(block)); }

std::size_t heap_size(const void* block) { return header_of(block).bytes; }

BlockState heap_block_at(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (at % kGranule != 0 || !has_block_state(at) || !has_block_state(at - sizeof(Header))) return BlockState::none;
  if (block_state(at - sizeof(Header)) != kNoBlock) return BlockState::none;
  const std::uint64_t state = header_of(address).state;
  return state == kLive ? BlockState::live : state == kFreed ? BlockState::freed : BlockState::none;
}

void heap_free(void* block) {
  Header& header = header_of(block);
  header.state = kFreed;
  set_freed(reinterpret_cast<std::uintptr_t>(block), header.bytes);
  memset(block, kFreedFill, at_most(header.bytes, kFillBytes));
  if (header.bytes >= kReturnedBytes)
    give_pages_back(static_cast<char*>(block) + kFillBytes, header.bytes - kFillBytes);
  if (reuses_addresses())
    keep_freed(block, header.bytes);
  else
    leave_freed(header.bytes);
}

const void* heap_block_before(std::uintptr_t address) {
  constexpr std::uintptr_t kNear = 4096;  // further away it is no overflow of that block
  std::uintptr_t at = address - address % kGranule;
  const std::uintptr_t stop = at < kNear + SLEAVE_SLOT_BASE ? SLEAVE_SLOT_BASE : at - kNear;
  while (at > stop && has_block_state(at) && block_state(at) == kNoBlock) at -= kGranule;
  while (has_block_state(at) && block_state(at) != kNoBlock) at -= kGranule;
  const void* block = reinterpret_cast<const void*>(at + kGranule);
  return heap_block_at(block) != BlockState::none ? block : nullptr;
}

}  // namespace sleave::rt
