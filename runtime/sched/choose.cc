#include "runtime/sched/choose.h"

#include "runtime/base/random.h"
#include "runtime/base/runtime.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"
#include "runtime/state/thread.h"

namespace sleave::rt {

namespace {

static_assert(SLEAVE_CHOICE_COUNT <= SLEAVE_CHOICE_ROOM);

// More in one run would no longer be rare.
constexpr std::uint32_t kMostPlaces = 8;
constexpr std::uint64_t kStream = 0x63686f696365ull;  // tells these streams from the tail's own

// What the tail may do with one kind.
struct Share {
  Random random;
  bool every_time;
  std::uint32_t count;
  std::uint64_t places[kMostPlaces];  // numbers of opportunities, from 1
};
Share shares[SLEAVE_CHOICE_COUNT];

bool is_place(const Share& share, std::uint64_t opportunity) {
  for (std::uint32_t i = 0; i < share.count; ++i) {
    if (share.places[i] == opportunity) return true;
  }
  return false;
}

std::uint64_t draw(sleave_choice_kind kind, std::uint64_t alternatives) {
  Share& share = shares[kind];
  if (share.every_time) return share.random.below(alternatives);
  if (!is_place(share, runtime.trace->opportunities[kind])) return 0;
  return 1 + share.random.below(alternatives - 1);
}

}  // namespace

void choices_start() {
  for (std::uint32_t kind = 0; kind < SLEAVE_CHOICE_COUNT; ++kind) {
    const sleave_plan_choice& wanted = runtime.plan->choices[kind];
    Share& share = shares[kind];
    share.random.seed(mix(runtime.plan->tail_seed ^ kStream, kind));
    share.every_time = wanted.most == SLEAVE_EVERY_TIME;
    share.count = share.every_time ? 0 : wanted.most < kMostPlaces ? wanted.most : kMostPlaces;
    for (std::uint32_t i = 0; i < share.count; ++i) {
      share.places[i] = 1 + share.random.below(wanted.among == 0 ? 1 : wanted.among);
    }
  }
}

std::uint64_t draw_choice(sleave_choice_kind kind, std::uint64_t alternatives) {
  ++runtime.trace->opportunities[kind];
  return draw(kind, alternatives);
}

std::uint64_t choose(sleave_choice_kind kind, std::uint64_t alternatives) {
  if (!runtime.recorded || alternatives < 2) return 0;
  ++runtime.trace->opportunities[kind];
  const bool decided = !follow_done();
  const std::uint64_t value = decided ? follow_value(kind, alternatives) : draw(kind, alternatives);
  if (value != 0 || (!decided && shares[kind].every_time)) record_choice(kind, runtime.current->pending.kind, value);
  return value;
}

bool choose_failed_allocation() {
  if (!runtime.recorded) return false;
  constexpr sleave_choice_kind kind = SLEAVE_CHOICE_alloc;
  const std::uint64_t ordinal = ++runtime.current->allocations;
  const std::uint64_t opportunity = ++runtime.trace->opportunities[kind];
  const bool fails = follow_done() ? is_place(shares[kind], opportunity) : follow_exactly(kind, ordinal);
  if (fails) record_choice(kind, SLEAVE_EV_COUNT, ordinal);
  return fails;
}

void record_choice(sleave_choice_kind kind, sleave_event_kind expect, std::uint64_t value) {
  sleave_section& section = runtime.trace->sections[SLEAVE_SECTION_CHOICES];
  if (section.count >= section.capacity) {
    ++runtime.trace->dropped;
    return;
  }
  auto* entries = reinterpret_cast<sleave_trace_choice*>(reinterpret_cast<char*>(runtime.trace) + section.offset);
  const Thread& self = *runtime.current;
  entries[section.count++] = {
      self.index,        static_cast<std::uint16_t>(kind), static_cast<std::uint16_t>(expect), self.events, value,
      scheduler.events()};
}

bool reuses_addresses() { return runtime.planned && runtime.plan->choices[SLEAVE_CHOICE_reuse].most != 0; }

}  // namespace sleave::rt
