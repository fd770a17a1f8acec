#include "runtime/memory/leaked_blocks.h"

#include <cstddef>

#include "runtime/base/arena.h"
#include "runtime/base/outcome.h"
#include "runtime/base/runtime.h"
#include "runtime/base/text.h"
#include "runtime/heap/heap.h"
#include "runtime/sched/scheduler.h"
#include "runtime/trace/stack.h"

extern "C" {
void __sleave_memory_begins();
void __sleave_memory_ends();
}

namespace sleave::rt {

bool lists_blocks;

namespace {

struct Block {
  const void* address;
  std::uint32_t stack;  // of its allocation
};
ArenaArray<Block> blocks;
constexpr std::size_t kMostBlocks = 4096;  // a client with more is not judged

bool is_set_aside(std::uint64_t bytes) {
  const sleave_plan& plan = *runtime.plan;
  const auto* asides =
      reinterpret_cast<const sleave_plan_aside*>(reinterpret_cast<const char*>(&plan) + plan.aside_offset);
  for (std::uint32_t i = 0; i < plan.aside_count; ++i) {
    if (asides[i].kind == SLEAVE_FIND_memory_leak && asides[i].site == bytes) return true;
  }
  return false;
}

bool is_leaked(const Block& block) {
  return heap_block_at(block.address) == BlockState::live && !is_set_aside(heap_size(block.address));
}

std::uint64_t count_of_size(std::size_t bytes) {
  std::uint64_t count = 0;
  for (const Block& block : blocks) count += is_leaked(block) && heap_size(block.address) == bytes ? 1 : 0;
  return count;
}

void report(const Block& block) {
  const std::size_t bytes = heap_size(block.address);
  const std::uint64_t count = count_of_size(bytes);
  char message[256];
  Text text(message, sizeof message);
  text.add(count).add(count == 1 ? " block of " : " blocks of ").add(static_cast<std::uint64_t>(bytes));
  text.add(count == 1 ? " bytes, allocated here, is never freed" : " bytes, the first allocated here, are never freed");
  fail({SLEAVE_FIND_memory_leak, message, 0, block.stack, block.address, 0, bytes});
}

}  // namespace

// An address may be used again after it was freed, also in a serial part: the newest block counts.
void list_block(const void* address, std::uintptr_t site) {
  if (blocks.size() >= kMostBlocks) return;
  for (std::size_t i = blocks.size(); i-- > 0;) {
    if (blocks[i].address == address) blocks.remove(i);
  }
  if (!runtime.serial) blocks.push({address, stack_here(site)});
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void __sleave_memory_begins() {
  if (!controlled() || !runtime.planned) return;
  blocks.clear();
  lists_blocks = true;
}

SLEAVE_EXPORT void __sleave_memory_ends() {
  if (!controlled() || !lists_blocks) return;
  lists_blocks = false;
  if (scheduler.has_company() || blocks.size() >= kMostBlocks) return;
  for (const Block& block : blocks) {
    if (is_leaked(block)) report(block);
  }
}
