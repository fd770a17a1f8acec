#include "runtime/base/arena.h"

#include "abi/layout.h"
#include "runtime/base/raw.h"

namespace sleave::rt {

namespace {
constexpr std::size_t kChunkBytes = 4u << 20;  // address space only: pages come when touched
// A range of its own above the slots, so that the arena's growth never moves a mapping of the program.
char* next_chunk = reinterpret_cast<char*>(SLEAVE_SLOT_END);
char* next_free;
std::size_t bytes_free;
}  // namespace

void* arena_allocate(std::size_t bytes) {
  bytes = (bytes + 15) & ~static_cast<std::size_t>(15);
  if (bytes > bytes_free) {
    const std::size_t chunk = (bytes + kChunkBytes - 1) / kChunkBytes * kChunkBytes;
    next_free = static_cast<char*>(raw_map(chunk, next_chunk));
    next_chunk += chunk;
    bytes_free = chunk;
  }
  void* result = next_free;
  next_free += bytes;
  bytes_free -= bytes;
  return result;
}

ArenaRest arena_rest() { return {next_free, next_free + bytes_free}; }

}  // namespace sleave::rt
