#include "runtime/trace/stack.h"

#include <unwind.h>

#include "abi/trace.h"
#include "runtime/base/random.h"
#include "runtime/base/runtime.h"
#include "runtime/state/thread.h"
#include "runtime/trace/site.h"

namespace sleave::rt {

namespace {

constexpr int kMostFrames = 64;

// Recently stored stacks by hash: most events of a loop share one.
constexpr std::uint32_t kRecent = 1024;
struct Recent {
  std::uint64_t hash;
  std::uint32_t index;
};
Recent recent[kRecent];

struct Walk {
  sleave_site frames[kMostFrames];
  sleave_location bases[kMostFrames];
  int count = 0;

  // A code address and the frame pointer of the function it is in; 0: unknown.
  void add(std::uintptr_t address, std::uintptr_t frame) {
    if (count == kMostFrames) return;
    frames[count] = site_of(address);
    bases[count++] = location_of(reinterpret_cast<const void*>(frame));
  }
};

// Whether two words can be read there. It may be any number: not all code keeps frame pointers.
bool readable(const Thread& thread, std::uintptr_t frame) {
  return frame % 8 == 0 && frame >= reinterpret_cast<std::uintptr_t>(thread.stack_low) &&
         frame <= reinterpret_cast<std::uintptr_t>(thread.stack_high) - 16;
}

// Adds return addresses from `frame` outwards; with `from` only once that address has been met.
void walk_frames(Walk& walk, const Thread& thread, std::uintptr_t frame, std::uintptr_t from) {
  bool started = from == 0;
  while (readable(thread, frame)) {
    const auto* words = reinterpret_cast<const std::uintptr_t*>(frame);
    const std::uintptr_t back = words[1];
    if (back < 4096) break;
    if (back == from) started = true;
    if (started) walk.add(back, words[0]);
    if (words[0] <= frame) break;  // frames grow outwards; anything else is not a frame pointer
    frame = words[0];
  }
}

constexpr int kFramePointer = 6;  // rbp, in DWARF's numbering of x86-64

struct TableWalk {
  Walk& walk;
  std::uintptr_t from;
  bool started;
};

_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* argument) {
  auto& state = *static_cast<TableWalk*>(argument);
  const std::uintptr_t address = _Unwind_GetIP(context);
  if (address == 0 || state.walk.count == kMostFrames) return _URC_END_OF_STACK;
  if (address == state.from) state.started = true;
  if (state.started) state.walk.add(address, _Unwind_GetGR(context, kFramePointer));
  return _URC_NO_REASON;
}

// The same by unwind tables, from the caller of this function outwards.
void walk_by_tables(Walk& walk, std::uintptr_t from) {
  RuntimeScope scope;
  TableWalk state{walk, from, false};
  _Unwind_Backtrace(add_frame, &state);
}

std::uint32_t store(const Walk& walk) {
  if (walk.count == 0) return SLEAVE_NO_STACK;
  std::uint64_t hash = static_cast<std::uint64_t>(walk.count);
  for (int i = 0; i < walk.count; ++i) hash = mix(mix(hash, walk.frames[i]), walk.bases[i]);
  Recent& entry = recent[hash % kRecent];
  if (entry.hash == hash && entry.index != SLEAVE_NO_STACK) return entry.index;

  sleave_section& section = runtime.trace->sections[SLEAVE_SECTION_STACKS];
  if (section.count == 0) section.count = 1;  // index 0 is "none"
  const std::uint64_t n = static_cast<std::uint64_t>(walk.count);
  if (section.count + 1 + 2 * n > section.capacity || section.count > 0xffffffffu) return SLEAVE_NO_STACK;
  auto* words = reinterpret_cast<sleave_site*>(reinterpret_cast<char*>(runtime.trace) + section.offset);
  const auto index = static_cast<std::uint32_t>(section.count);
  words[index] = n;
  for (int i = 0; i < walk.count; ++i) {
    words[index + 1 + i] = walk.frames[i];
    words[index + 1 + n + i] = walk.bases[i];
  }
  section.count += 1 + 2 * n;
  entry = {hash, index};
  return index;
}

}  // namespace

void stacks_warm_up() {
  Walk walk;
  walk_by_tables(walk, 0);
}

std::uint32_t stack_here(std::uintptr_t site) {
  if (site == 0) return SLEAVE_NO_STACK;
  Walk walk;
  if (records_stacks()) walk_by_tables(walk, site);
  if (walk.count == 0)
    walk_frames(walk, *runtime.current, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)), site);
  if (walk.count == 0) walk.add(site, 0);
  return store(walk);
}

std::uint32_t stack_of(Thread& thread) {
  if (thread.pending_stack != SLEAVE_NO_STACK) return thread.pending_stack;
  Walk walk;
  walk_frames(walk, thread, reinterpret_cast<std::uintptr_t>(thread.frame), thread.pending.site);
  if (walk.count == 0 && thread.pending.site != 0) walk.add(thread.pending.site, 0);
  return store(walk);
}

std::uint32_t stack_at(std::uintptr_t pc, std::uintptr_t frame, std::uintptr_t sp) {
  Thread& thread = *runtime.current;
  Walk walk;
  if (records_stacks()) walk_by_tables(walk, pc);
  if (walk.count > 1) return store(walk);
  walk.count = 0;
  walk.add(pc, frame);
  // A call through a bad pointer has not set up a frame: its caller is on top of the stack.
  const bool wild = SLEAVE_SITE_MODULE(site_of(pc)) == SLEAVE_SITE_NO_MODULE;
  if (wild && readable(thread, sp)) walk.add(*reinterpret_cast<const std::uintptr_t*>(sp), frame);
  walk_frames(walk, thread, frame, 0);
  return store(walk);
}

}  // namespace sleave::rt
