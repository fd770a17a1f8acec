// The tail policy of the plan in effect.
#include "runtime/sched/policy.h"

#include "runtime/base/runtime.h"

namespace sleave::rt {

namespace {

Random tail_random;
const TailPolicy* policy = &stay_policy;

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
  tail_random.seed(g.plan->tail_seed);
  policy = policy_of(g.plan->tail_policy);
  policy->start(tail_random);
}

void policy_add(Thread& thread) {
  if (g.planned) policy->add(tail_random, thread);
}

Thread* policy_choose(Thread& current) { return policy->choose(tail_random, current); }

void policy_waits(Thread& thread) { policy->waits(tail_random, thread); }

}  // namespace sleave::rt
