// surw: selectively uniform random walk (Zhao, Wolff, Mathur, Roychoudhury: Selectively Uniform Concurrency Testing,
// ASPLOS 2025). The plan names objects and, for each thread, how many events at them it expects. Their interleavings
// are then equally likely: there are as many completions as a multinomial coefficient says, and choosing a thread with
// its remaining events for a weight keeps all of them equal. Other events run by their priorities (event_priority.h)
// until a thread comes to an event of these; unless it is the intended one's it is held back.
//
// Uniform if the weights are exact and nobody blocks. Wrong weights bias, and exclude nothing.
#include "runtime/base/arena.h"
#include "runtime/base/runtime.h"
#include "runtime/record/site.h"
#include "runtime/sched/event_priority.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

namespace {

Thread* intended;
std::uint32_t patience;  // decisions after which nobody is held back any longer: who is intended may wait for them
constexpr std::uint32_t kPatience = 1'000;
std::uint64_t* subtree;  // by plan thread: its weight and those of the threads it creates

template <typename Item>
const Item* plan_items(std::uint32_t offset) {
  return reinterpret_cast<const Item*>(reinterpret_cast<const char*>(g.plan) + offset);
}

bool is_selected(const Thread& thread) {
  if (thread.pending.object == nullptr || thread.pending.kind == SLEAVE_EV_thread_join) return false;
  const sleave_location location = location_of(thread.pending.object);
  const auto* objects = plan_items<sleave_location>(g.plan->object_offset);
  for (std::uint32_t i = 0; i < g.plan->object_count; ++i) {
    if (objects[i] == location) return true;
  }
  return false;
}

std::uint64_t weight_of(const Thread& thread) { return thread.weight == 0 ? 1 : thread.weight; }

void release_all() {
  intended = nullptr;
  patience = kPatience;
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) scheduler.thread(i).held_back = false;
}

// Of the enabled threads that are not held back, the one whose event comes first; null if there is none.
Thread* first_free() {
  Thread* best = nullptr;
  for (std::uint32_t i = 0; i < scheduler.enabled_count(); ++i) {
    Thread& thread = scheduler.enabled(i);
    if (!thread.held_back && (best == nullptr || rank_of(thread) > rank_of(*best))) best = &thread;
  }
  return best;
}

Thread* draw_intended(Random& random) {
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < scheduler.enabled_count(); ++i) sum += weight_of(scheduler.enabled(i));
  std::uint64_t place = random.below(sum);
  for (std::uint32_t i = 0;; ++i) {
    Thread& thread = scheduler.enabled(i);
    if (place < weight_of(thread)) return &thread;
    place -= weight_of(thread);
  }
}

void start(Random& random) {
  priorities_start(random);
  release_all();
  const std::uint32_t count = g.plan->weight_count;
  subtree = static_cast<std::uint64_t*>(arena_allocate((count + 1) * sizeof(std::uint64_t)));
  const auto* own = plan_items<std::uint32_t>(g.plan->weight_offset);
  const auto* threads = plan_items<sleave_plan_thread>(g.plan->thread_offset);
  for (std::uint32_t i = count; i-- > 0;) {
    subtree[i] += own[i];
    if (i != 0) subtree[threads[i].parent] += subtree[i];
  }
}

void add(Random& random, Thread& thread) {
  draw_priority(random, thread);
  thread.held_back = false;
  thread.weight = thread.plan_index < g.plan->weight_count ? subtree[thread.plan_index] : 0;
  Thread* parent = thread.parent;
  if (parent == nullptr) return;
  // The intended event may be one that the parent's weight stood for and the child will make.
  if (intended == parent && random.below(weight_of(*parent)) < thread.weight) intended = &thread;
  parent->weight -= thread.weight < parent->weight ? thread.weight : parent->weight;
}

Thread* choose(Random& random, Thread& current) {
  event_ran(random, current);
  if (intended != nullptr && --patience == 0) release_all();
  for (;;) {
    Thread* next = first_free();
    if (next == nullptr) {
      release_all();
      continue;
    }
    if (is_selected(*next)) {
      if (intended == nullptr) intended = draw_intended(random);
      if (next != intended) {
        next->held_back = true;
        continue;
      }
      if (next->weight != 0) --next->weight;
      release_all();
    }
    event_runs(random, *next);
    return next;
  }
}

void waits(Random& /*random*/, Thread& thread) {
  release_all();
  lowest_priority(thread);
}

}  // namespace

const TailPolicy surw_policy = {start, add, choose, waits, StartsLate::if_nobody_waited};

}  // namespace sleave::rt
