#include "runtime/race/alike_windows.h"

#include "runtime/base/arena.h"
#include "runtime/state/alike.h"

namespace sleave::rt {
namespace {

// What a parent does between the creations of alike threads: from the first of these ticks, without it, to the last.
struct Window {
  std::uint32_t first;  // of the threads
  std::uint32_t parent;
  Tick from;
  Tick to;
};
ArenaArray<Window> windows;
ArenaArray<Thread*> threads;  // all that were created

Window& window_of(const RaceThread& parent, const Thread& first) {
  for (Window& window : windows) {
    if (window.first == first.index) return window;
  }
  const Tick from = race_thread(first.index).now[parent.index];
  windows.push({first.index, parent.index, from, from});
  return windows[windows.size() - 1];
}

const Thread* known_thread(std::uint32_t index) {
  for (const Thread* thread : threads) {
    if (thread->index == index) return thread;
  }
  return nullptr;
}

void expose_group(std::uint32_t first) {
  for (Thread* thread : threads) {
    if (first_alike(*thread).index == first) thread->exposed = true;
  }
}

bool is_alike(const Thread& thread) {
  for (const Thread* other : threads) {
    if (has_alike_elder(*other) && (other == &thread || other->elder == &thread)) return true;
  }
  return false;
}

bool are_all_joined(const Thread& first) {
  for (const Thread* thread : threads) {
    if (&first_alike(*thread) == &first && !thread->joined) return false;
  }
  return true;
}

}  // namespace

void begin_alike(RaceThread& parent, Thread& created) {
  if (runtime.plan->tail_alike == 0) return;
  threads.push(&created);
  if (!has_alike_elder(created)) return;
  Window& window = window_of(parent, first_alike(created));
  RaceThread& thread = race_thread(created.index);
  window.to = thread.now[parent.index];
  thread.now.set(parent.index, window.from);
}

void join_alike(RaceThread& joiner, const Thread& joined) {
  const Clock& learned = race_thread(joined.index).now;
  if (runtime.plan->tail_alike == 0 || !is_alike(joined)) return joiner.now.join(learned);
  joiner.joined_later.join(learned);
  if (are_all_joined(first_alike(joined))) end_joins(joiner);
}

void end_joins(RaceThread& joiner) {
  if (joiner.joined_later.empty()) return;
  joiner.now.join(joiner.joined_later);
  joiner.joined_later.clear();
}

bool are_between_alike(Access earlier, Access later, std::uintptr_t address) {
  if (runtime.plan->tail_alike == 0) return false;
  if (earlier.before(race_thread(later.thread()).joined_later)) {
    const Thread* joined = known_thread(earlier.thread());
    if (joined != nullptr) expose_group(first_alike(*joined).index);
    return true;
  }
  for (const Window& window : windows) {
    if (earlier.thread() != window.parent || earlier.tick() <= window.from || earlier.tick() > window.to) continue;
    const Thread* user = known_thread(later.thread());
    if (user == nullptr || !is_own_argument(*user, address)) expose_group(window.first);
    return true;
  }
  return false;
}

}  // namespace sleave::rt
