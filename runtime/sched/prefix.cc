#include "runtime/sched/prefix.h"

#include <string.h>

#include "runtime/base/runtime.h"
#include "runtime/sched/choose.h"
#include "runtime/sched/plan_threads.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"
#include "runtime/trace/section_bytes.h"

namespace sleave::rt {

namespace {

// A search that changes a plan changes it near its end: further from it, a checkpoint would serve the same plans and
// leave them more to repeat.
constexpr std::uint32_t kNearTheEnd = 64;

template <typename Entry>
const Entry* part_of(const sleave_plan& plan, std::uint32_t offset) {
  return reinterpret_cast<const Entry*>(reinterpret_cast<const char*>(&plan) + offset);
}

template <typename Entry>
const Entry* keep(const Entry* entries, std::uint64_t count, TakeMemory take, bool& fits) {
  void* copy = take(count * sizeof(Entry));
  fits = fits && copy != nullptr;
  if (fits) memcpy(copy, entries, count * sizeof(Entry));
  return static_cast<const Entry*>(copy);
}

// Kinds of choices that could have been taken: the tail must have had no say in them.
bool draws_nothing(const std::uint64_t* opportunities, const sleave_plan& plan) {
  for (std::uint32_t kind = 0; kind < SLEAVE_CHOICE_COUNT; ++kind) {
    if (opportunities[kind] != 0 && plan.choices[kind].most != 0) return false;
  }
  return true;
}

std::uint64_t spin_repeats(const sleave_plan& plan) { return plan.spin_repeats != 0 ? plan.spin_repeats : ~0ull; }

// Events so far of which the plan says that they are decided: no thread was taken for one that spins there.
std::uint64_t decided_events(const sleave_plan& plan, std::uint64_t events) {
  return plan.decided_events < events ? plan.decided_events : events;
}

bool asks_the_same(const Prefix& prefix, const sleave_plan& plan) {
  const sleave_plan& old = prefix.plan;
  const std::uint64_t races = prefix.trace.sections[SLEAVE_SECTION_RACES].count;
  return plan.magic == old.magic && plan.version == old.version && plan.record == old.record &&
         plan.flags == old.flags && plan.max_events == old.max_events && plan.quiet_events == old.quiet_events &&
         spin_repeats(plan) == spin_repeats(old) &&
         decided_events(plan, prefix.events) == decided_events(old, prefix.events) && plan.input_count == 0 &&
         old.input_count == 0 && plan.choices[SLEAVE_CHOICE_reuse].most == old.choices[SLEAVE_CHOICE_reuse].most &&
         (plan.stop_at_race == 0 || plan.stop_at_race > races) &&
         (plan.relation_count != 0) == (old.relation_count != 0) && plan.site_count == old.site_count &&
         memcmp(prefix.plan_sites, part_of<sleave_site>(plan, plan.site_offset),
                plan.site_count * sizeof(sleave_site)) == 0 &&
         plan.aside_count == old.aside_count &&
         memcmp(prefix.plan_asides, part_of<sleave_plan_aside>(plan, plan.aside_offset),
                plan.aside_count * sizeof(sleave_plan_aside)) == 0 &&
         plan.order_count == old.order_count &&
         memcmp(prefix.plan_orders, part_of<sleave_plan_order>(plan, plan.order_offset),
                plan.order_count * sizeof(sleave_plan_order)) == 0;
}

// One table may know more threads than the other.
bool names_threads_alike(const Prefix& prefix, const sleave_plan& plan) {
  const std::uint32_t both =
      plan.thread_count < prefix.plan.thread_count ? plan.thread_count : prefix.plan.thread_count;
  return memcmp(prefix.plan_threads, part_of<sleave_plan_thread>(plan, plan.thread_offset),
                both * sizeof(sleave_plan_thread)) == 0;
}

// The same decisions up to here; then one for this place, or, where the tail had no choice since the last, none.
bool decides_the_same(const Prefix& prefix, const sleave_plan& plan) {
  const auto* decisions = part_of<sleave_decision>(plan, plan.decision_offset);
  if (plan.decision_count < prefix.decisions) return false;
  if (memcmp(prefix.plan_decisions, decisions, prefix.decisions * sizeof(sleave_decision)) != 0) return false;
  if (plan.decision_count == prefix.decisions) return prefix.tail_is_next;
  const sleave_decision& next = decisions[prefix.decisions];
  return next.thread == prefix.thread && next.index == prefix.index && next.kind == SLEAVE_CHOICE_switch_to;
}

}  // namespace

bool prefix_is_over() { return policy_has_chosen(); }

bool prefix_ends_here() {
  if (!draws_nothing(runtime.trace->opportunities, *runtime.plan) || runtime.trace->diverged != 0 ||
      runtime.trace->dropped != 0)
    return false;
  if (follow_done()) return !policy_has_chosen() && scheduler.enabled_count() > 1;
  return runtime.plan->decision_count - runtime.trace->decisions_used <= kNearTheEnd && follow_decides_here();
}

bool prefix_describe(Prefix& prefix, TakeMemory take) {
  const sleave_plan& plan = *runtime.plan;
  prefix.events = scheduler.events();
  prefix.decisions = runtime.trace->decisions_used;
  prefix.tail_is_next = follow_done();
  prefix.somebody_waited = policy_has_seen_waits();
  prefix.thread = runtime.current->plan_index;
  prefix.index = runtime.current->events;
  prefix.plan = plan;
  bool fits = true;
  prefix.plan_threads = keep(part_of<sleave_plan_thread>(plan, plan.thread_offset), plan.thread_count, take, fits);
  prefix.plan_decisions = keep(part_of<sleave_decision>(plan, plan.decision_offset), prefix.decisions, take, fits);
  prefix.plan_sites = keep(part_of<sleave_site>(plan, plan.site_offset), plan.site_count, take, fits);
  prefix.plan_asides = keep(part_of<sleave_plan_aside>(plan, plan.aside_offset), plan.aside_count, take, fits);
  prefix.plan_orders = keep(part_of<sleave_plan_order>(plan, plan.order_offset), plan.order_count, take, fits);
  prefix.trace = *runtime.trace;
  for (std::uint32_t kind = 0; kind < SLEAVE_SECTION_COUNT; ++kind) {
    const sleave_section& section = prefix.trace.sections[kind];
    const char* records = reinterpret_cast<const char*>(runtime.trace) + section.offset;
    prefix.records[kind] = keep(records, section.count * kSectionBytes[kind], take, fits);
  }
  return fits;
}

bool prefix_fits(const Prefix& prefix, const sleave_plan& plan) {
  return asks_the_same(prefix, plan) && names_threads_alike(prefix, plan) && decides_the_same(prefix, plan) &&
         draws_nothing(prefix.trace.opportunities, plan) &&
         policy_can_start_late(plan.tail_policy, prefix.somebody_waited);
}

void prefix_go_on(const Prefix& prefix, sleave_plan& plan) {
  plan.spin_repeats = spin_repeats(plan);
  runtime.plan = &plan;
  *runtime.trace = prefix.trace;
  for (std::uint32_t kind = 0; kind < SLEAVE_SECTION_COUNT; ++kind) {
    const sleave_section& section = prefix.trace.sections[kind];
    memcpy(reinterpret_cast<char*>(runtime.trace) + section.offset, prefix.records[kind],
           section.count * kSectionBytes[kind]);
  }
  name_threads_by_plan();
  follow_from(prefix.decisions);
  policy_start();
  choices_start();
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) policy_add(scheduler.thread(i));
}

}  // namespace sleave::rt
