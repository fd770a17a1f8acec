#include "runtime/isolate/checkpoint.h"

#include <signal.h>

#include "runtime/base/kept_mappings.h"
#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/fiber/context.h"
#include "runtime/isolate/snapshot.h"
#include "runtime/isolate/worker.h"
#include "runtime/sched/prefix.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sched/sources.h"
#include "runtime/signal/fatal.h"

namespace sleave::rt {

std::uint64_t checkpoint_due = ~0ull;

namespace {

constexpr std::uint32_t kMostCheckpoints = 4;
// Events that are cheaper to repeat than a checkpoint is to take: some hundred microseconds.
constexpr std::uint64_t kWorthwhile = 2'000;
constexpr std::uint32_t kPatience = 4;  // so many that nobody used, one after the other

struct Checkpoint {
  bool taken;
  std::uint64_t last_use;  // by the count of runs
  std::uint64_t uses;
  Prefix prefix;
  WrittenCopy memory;
  void* context;
  std::uintptr_t fs_base;
  std::uint64_t signal_mask;
  bool mapping_used[KeptMappings::kMost];
};

// In the worker's memory, which no reset touches; the pointer to it is put back to the value it has.
struct Checkpoints {
  Checkpoint all[kMostCheckpoints];
  std::uint64_t runs;
  std::uint32_t useless;  // in a row
  Checkpoint* present;    // where this run began; null: at the program's beginning
  char* room[kMostCheckpoints];
  std::size_t room_bytes;  // of each
  char* next_free;         // while one is taken
  char* end;
};
Checkpoints* checkpoints;

void* take_room(std::size_t bytes) {
  bytes = (bytes + 63) & ~std::size_t{63};
  if (bytes > static_cast<std::size_t>(checkpoints->end - checkpoints->next_free)) return nullptr;
  char* result = checkpoints->next_free;
  checkpoints->next_free += bytes;
  return result;
}

// A free one, or the one unused for longest.
Checkpoint& make_room() {
  Checkpoint* oldest = &checkpoints->all[0];
  for (Checkpoint& checkpoint : checkpoints->all) {
    if (!checkpoint.taken) return checkpoint;
    if (checkpoint.last_use < oldest->last_use) oldest = &checkpoint;
  }
  if (oldest->uses == 0) ++checkpoints->useless;
  oldest->taken = false;
  return *oldest;
}

void copy_surroundings(Checkpoint& checkpoint) {
  checkpoint.fs_base = fs_base();
  raw_call(__NR_rt_sigprocmask, SIG_SETMASK, 0, reinterpret_cast<long>(&checkpoint.signal_mask), 8);
  for (std::uint32_t i = 0; i < KeptMappings::kMost; ++i) {
    checkpoint.mapping_used[i] = i < kept_mappings->count && kept_mappings->entries[i].used;
  }
}

// On the worker's stack: the thread's own is part of what is copied.
[[noreturn]] void take(void* argument) {
  auto& checkpoint = *static_cast<Checkpoint*>(argument);
  checkpoint.taken = copy_written(checkpoint.memory, take_room);
  if (!checkpoint.taken) checkpoints->useless = kPatience;  // too large: the next would be as well
  void* unused;
  sleave_switch_stack(&unused, checkpoint.context);
  __builtin_unreachable();
}

}  // namespace

void checkpoints_use(char* memory, std::size_t bytes) {
  checkpoints = reinterpret_cast<Checkpoints*>(memory);
  char* const rooms = memory + ((sizeof(Checkpoints) + 4095) & ~std::size_t{4095});
  checkpoints->room_bytes = (bytes - static_cast<std::size_t>(rooms - memory)) / kMostCheckpoints;
  for (std::uint32_t i = 0; i < kMostCheckpoints; ++i) checkpoints->room[i] = rooms + i * checkpoints->room_bytes;
}

void checkpoints_start() {
  if (!is_worker()) return;
  ++checkpoints->runs;
  checkpoints->present = nullptr;
  checkpoint_due = checkpoints->useless < kPatience ? kWorthwhile : ~0ull;
}

void at_checkpoint_place() {
  if (prefix_is_over()) checkpoint_due = ~0ull;
  if (!prefix_ends_here() || !worker_is_as_at_start()) return;
  Checkpoint& checkpoint = make_room();
  checkpoint_due = checkpoints->useless < kPatience ? scheduler.events() + kWorthwhile : ~0ull;
  if (checkpoints->useless >= kPatience) return;
  checkpoints->next_free = checkpoints->room[&checkpoint - checkpoints->all];
  checkpoints->end = checkpoints->next_free + checkpoints->room_bytes;
  if (!prefix_describe(checkpoint.prefix, take_room)) return;
  checkpoint.uses = 0;
  checkpoint.last_use = checkpoints->runs;
  copy_surroundings(checkpoint);
  checkpoints->present = nullptr;
  sleave_switch_stack(&checkpoint.context, prepare_context(worker_stack(), take, &checkpoint));
  if (checkpoints->present != &checkpoint) return;
  prefix_go_on(checkpoint.prefix, *plan_to_run());
  start_hang_watch();
}

void begin_at_checkpoint(const sleave_plan& plan) {
  Checkpoint* deepest = nullptr;
  for (Checkpoint& checkpoint : checkpoints->all) {
    if (!checkpoint.taken || (deepest != nullptr && checkpoint.prefix.events <= deepest->prefix.events)) continue;
    if (prefix_fits(checkpoint.prefix, plan)) deepest = &checkpoint;
  }
  if (deepest == nullptr) return;
  deepest->last_use = ++checkpoints->runs;
  ++deepest->uses;
  checkpoints->useless = 0;
  checkpoints->present = deepest;
  put_copy(deepest->memory);
  for (std::uint32_t i = 0; i < kept_mappings->count; ++i) {
    kept_mappings->entries[i].used = deepest->mapping_used[i];
  }
  set_fs_base(deepest->fs_base);
  raw_call(__NR_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&deepest->signal_mask), 0, 8);
  void* unused;
  sleave_switch_stack(&unused, deepest->context);
}

}  // namespace sleave::rt
