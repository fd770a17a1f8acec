#include "engine/analyze/names/heap_blocks.h"

#include <algorithm>
#include <iterator>

namespace sleave {

HeapBlocks::HeapBlocks(const Trace& trace) {
  std::vector<std::uint64_t> allocations(trace.threads.size());
  for (std::uint64_t i = 0; i < trace.events.size(); ++i) {
    const sleave_event& event = trace.events[i];
    if (event.kind == SLEAVE_EV_heap_free) free_block(event, i);
    if (event.kind != SLEAVE_EV_heap_alloc || event.location == 0 || event.thread >= allocations.size()) continue;
    blocks_[event.location].push_back({.begin = event.location,
                                       .size = event.value,
                                       .thread = event.thread,
                                       .ordinal = ++allocations[event.thread],
                                       .allocated = i,
                                       .stack = event.stack,
                                       .site = event.site});
  }
}

void HeapBlocks::free_block(const sleave_event& event, std::uint64_t at) {
  const auto entry = blocks_.find(event.location);
  if (entry == blocks_.end()) return;
  HeapBlock& block = entry->second.back();
  block.freed = at;
  block.free_thread = event.thread;
  block.free_stack = event.stack;
}

const HeapBlock* HeapBlocks::find(sleave_location location, std::uint64_t at) const {
  // Blocks that lived at different times may overlap: of those that cover the location, the one allocated last counts.
  // A freed block's place is usually taken by one of the same size class, so a few steps back are enough.
  constexpr int kSteps = 8;
  const HeapBlock* best = nullptr;
  auto entry = blocks_.upper_bound(location);
  for (int step = 0; step < kSteps && entry != blocks_.begin(); ++step) {
    --entry;
    for (const HeapBlock& block : entry->second) {
      const bool covers = location - block.begin < std::max<std::uint64_t>(block.size, 1);
      if (block.allocated <= at && covers && (best == nullptr || block.allocated > best->allocated)) best = &block;
    }
  }
  return best;
}

}  // namespace sleave
