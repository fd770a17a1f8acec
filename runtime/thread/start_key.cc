#include "runtime/thread/start_key.h"

#include <string.h>

#include <cstddef>
#include <cstdint>

#include "runtime/base/asan.h"
#include "runtime/base/random.h"
#include "runtime/heap/heap.h"
#include "runtime/state/thread.h"

namespace sleave::rt {
namespace {

constexpr std::size_t kMostBytes = 4096;  // of an argument: longer ones are not looked at

std::uint64_t key_of_content(const void* block, std::size_t bytes) {
  std::uint64_t key = mix(bytes);
  const char* at = static_cast<const char*>(block);
  for (std::size_t done = 0; done < bytes; done += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    const std::size_t rest = bytes - done;
    memcpy(&word, at + done, rest < sizeof word ? rest : sizeof word);
    key = mix(key, word);
  }
  return key;
}

// 0: none.
std::uint64_t key_of_argument(Thread& thread) {
  const bool is_block = heap_owns(thread.argument) && heap_block_at(thread.argument) == BlockState::live;
  if (!is_block) return mix(reinterpret_cast<std::uintptr_t>(thread.argument), 1);
  thread.argument_bytes = heap_size(thread.argument);
  return thread.argument_bytes <= kMostBytes ? key_of_content(thread.argument, thread.argument_bytes) : 0;
}

}  // namespace

void note_start_key(Thread& thread, bool input) {
  if (has_asan()) return;  // its checks use addresses as numbers, so those of the program are not noticed
  const std::uint64_t argument = input ? 0 : key_of_argument(thread);
  if (argument == 0) return;
  const std::uint64_t attributes = mix(mix(thread.stack_bytes, thread.guard_bytes), thread.detached ? 1 : 0);
  const std::uint64_t settings =
      mix(static_cast<std::uint64_t>(thread.policy), static_cast<std::uint64_t>(thread.urgency));
  const std::uint64_t start = reinterpret_cast<std::uintptr_t>(thread.start);
  thread.start_key = mix(mix(start, argument), mix(mix(attributes, settings), thread.signal_mask)) | 1;
}

}  // namespace sleave::rt
