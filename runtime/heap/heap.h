// The deterministic allocator. Each thread allocates in its own slot, upwards, and nothing is reused within a run: an
// address is a function of the thread's name and of its allocations so far, never of the interleaving. Freed blocks are
// filled with a pattern and stay, so that a use of one is noticed (runtime/heap/heap_access.h). A plan may ask for
// reuse instead (free_lists.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace sleave::rt {

constexpr std::uint8_t kFreshFill = 0xbe;  // what malloc returns is not zero
constexpr std::uint8_t kFreedFill = 0xdd;

// Aligned to `alignment` (a power of two), in the slot of the current thread, or in further ones when that is full.
// Null if the block is larger than a slot's heap.
void* heap_allocate(std::size_t bytes, std::size_t alignment);

enum class BlockState : std::uint8_t { live, freed, none };

// What `address` is, taken as the beginning of a block of ours.
BlockState heap_block_at(const void* address);

// Of a live block.
void heap_free(void* block);
std::size_t heap_size(const void* block);  // also of a freed one

// Whether heap_allocate made this block, or could have; otherwise it is libc's.
bool heap_owns(const void* block);

// The block that contains `address`, or else the last one before it; null if there is none near.
const void* heap_block_before(std::uintptr_t address);

// Maps the heap of a slot before its first use.
void heap_prepare(std::uint32_t slot);

}  // namespace sleave::rt
