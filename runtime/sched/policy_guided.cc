// surw and feedback: events by their priorities (event_priority.h), guided by the objects and the relations that the
// plan names. A plan may name both, under either name. Relations are explained in steering.h, objects here.
//
// Selectively uniform random walk (Zhao, Wolff, Mathur, Roychoudhury: Selectively Uniform Concurrency Testing, ASPLOS
// 2025): the plan names objects and, for each thread, how many events at them it expects. Their interleavings are then
// equally likely: there are as many completions as a multinomial coefficient says, and choosing a thread with its
// remaining events for a weight keeps all of them equal. Other events run by their priorities until a thread comes to
// an event of these; unless it is the intended one's it is held back. Uniform if the weights are exact and nobody
// blocks. Wrong weights bias, and exclude nothing. What a relation seeks is never held back, and what it avoids is
// intended only where there is nothing else.
#include "runtime/base/arena.h"
#include "runtime/base/runtime.h"
#include "runtime/sched/event_priority.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sched/steering.h"
#include "runtime/trace/site.h"

namespace sleave::rt {

namespace {

Thread* intended;
std::uint32_t patience;  // decisions after which nobody is held back any longer: who is intended may wait for them
constexpr std::uint32_t kPatience = 1'000;
std::uint64_t* subtree;  // by plan thread: its weight and those of the threads it creates

template <typename Item>
const Item* plan_items(std::uint32_t offset) {
  return reinterpret_cast<const Item*>(reinterpret_cast<const char*>(runtime.plan) + offset);
}

bool is_selected(const Thread& thread) {
  if (thread.pending.object == nullptr || thread.pending.kind == SLEAVE_EV_thread_join) return false;
  const sleave_location location = location_of(thread.pending.object);
  const auto* objects = plan_items<sleave_location>(runtime.plan->object_offset);
  for (std::uint32_t i = 0; i < runtime.plan->object_count; ++i) {
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

struct Candidate {
  Thread* thread = nullptr;
  Tier tier = kWaits;

  void offer(Thread& other, Tier other_tier) {
    if (thread != nullptr && other_tier < tier) return;
    if (thread != nullptr && other_tier == tier && rank_of(other) <= rank_of(*thread)) return;
    thread = &other;
    tier = other_tier;
  }
};

struct Candidates {
  Candidate free;  // not held back
  Candidate held;
  bool any_avoided = false;
};

Candidates candidates() {
  Candidates found;
  for (std::uint32_t i = 0; i < scheduler.enabled_count(); ++i) {
    Thread& thread = scheduler.enabled(i);
    const Tier tier = tier_of(thread);
    found.any_avoided |= tier == kAvoided;
    (thread.held_back ? found.held : found.free).offer(thread, tier);
  }
  return found;
}

// Whether nothing is left to run that relations do not speak against, because it is held back.
bool holds_too_much(const Candidates& found) {
  return found.free.thread == nullptr || (found.free.tier == kAvoided && found.held.tier > kAvoided);
}

// A thread that spins may wait for the very event that is held back for it, however many it will make later.
std::uint64_t chance_of(const Thread& thread, const Candidate& next) {
  if (is_lowest(thread) && !is_lowest(*next.thread)) return 0;
  return next.tier == kAvoided || tier_of(thread) != kAvoided ? weight_of(thread) : 0;
}

Thread* draw_intended(Random& random, const Candidate& next) {
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < scheduler.enabled_count(); ++i) sum += chance_of(scheduler.enabled(i), next);
  std::uint64_t place = random.below(sum);
  for (std::uint32_t i = 0;; ++i) {
    Thread& thread = scheduler.enabled(i);
    const std::uint64_t chance = chance_of(thread, next);
    if (place < chance) return &thread;
    place -= chance;
  }
}

void start(Random& random) {
  priorities_start(random);
  steering_start();
  release_all();
  const std::uint32_t count = runtime.plan->weight_count;
  subtree = static_cast<std::uint64_t*>(arena_allocate((count + 1) * sizeof(std::uint64_t)));
  const auto* own = plan_items<std::uint32_t>(runtime.plan->weight_offset);
  const auto* threads = plan_items<sleave_plan_thread>(runtime.plan->thread_offset);
  for (std::uint32_t i = count; i-- > 0;) {
    subtree[i] += own[i];
    if (i != 0) subtree[threads[i].parent] += subtree[i];
  }
}

void add(Random& random, Thread& thread) {
  priorities_add(random, thread);
  thread.held_back = false;
  thread.weight = thread.plan_index < runtime.plan->weight_count ? subtree[thread.plan_index] : 0;
  Thread* parent = thread.parent;
  if (parent == nullptr) return;
  // The intended event may be one that the parent's weight stood for and the child will make.
  if (intended == parent && random.below(weight_of(*parent)) < thread.weight) intended = &thread;
  parent->weight -= thread.weight < parent->weight ? thread.weight : parent->weight;
}

// Whether the event may run now. One of the plan's objects that is not intended is held back.
bool passes(Random& random, const Candidate& next) {
  if (!is_selected(*next.thread)) return true;
  if (intended == nullptr) intended = draw_intended(random, next);
  if (next.thread != intended && next.tier != kSought) {
    next.thread->held_back = true;
    return false;
  }
  if (next.thread->weight != 0) --next.thread->weight;
  release_all();
  return true;
}

Thread* choose(Random& random, Thread& current) {
  event_ran(random, current);
  if (intended != nullptr && --patience == 0) release_all();
  for (;;) {
    const Candidates found = candidates();
    const Candidate& next = found.free;
    if (holds_too_much(found)) {
      release_all();
      continue;
    }
    if (next.tier == kFree && falls_behind(*next.thread)) continue;
    if (passes(random, next)) {
      steering_runs(*next.thread, found.any_avoided && next.tier != kAvoided);
      event_runs(random, *next.thread);
      return next.thread;
    }
  }
}

void waits(Random& /*random*/, Thread& thread) {
  release_all();
  lowest_priority(thread);
}

}  // namespace

const TailPolicy surw_policy = {start, add, choose, waits, StartsLate::if_nobody_waited};
const TailPolicy feedback_policy = {start, add, choose, waits, StartsLate::if_nobody_waited};

}  // namespace sleave::rt
