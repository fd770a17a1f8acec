// The tail policy of the plan in effect.
#include "runtime/sched/policy.h"

#include "runtime/base/runtime.h"

namespace sleave::rt {

namespace {

Random tail_random;
const TailPolicy* policy = &stay_policy;
bool has_chosen;  // in this run; both begin anew with the process's memory
bool has_seen_waits;

const TailPolicy* policy_of(std::uint32_t kind) {
  switch (kind) {
#define SLEAVE_POLICY(name, meaning) \
  case SLEAVE_POLICY_##name:         \
    return &name##_policy;
#include "abi/policies.def"
#undef SLEAVE_POLICY
    default:
      return &stay_policy;
  }
}

}  // namespace

void policy_start() {
  tail_random.seed(runtime.plan->tail_seed);
  policy = policy_of(runtime.plan->tail_policy);
  policy->start(tail_random);
}

void policy_add(Thread& thread) {
  if (runtime.planned) policy->add(tail_random, thread);
}

Thread* policy_choose(Thread& current) {
  has_chosen = true;
  return policy->choose(tail_random, current);
}

void policy_waits(Thread& thread) {
  has_seen_waits = true;
  policy->waits(tail_random, thread);
}

bool policy_has_chosen() { return has_chosen; }
bool policy_has_seen_waits() { return has_seen_waits; }

bool policy_can_start_late(std::uint32_t kind, bool somebody_waited) {
  const StartsLate late = policy_of(kind)->starts_late;
  return late == StartsLate::always || (late == StartsLate::if_nobody_waited && !somebody_waited);
}

}  // namespace sleave::rt
