// The tail policy of the plan in effect.
#include "runtime/sched/policy.h"

#include "runtime/base/fatal.h"
#include "runtime/base/runtime.h"

namespace sleave::rt {

namespace {
Random tail_random;
}

void policy_start() {
  tail_random.seed(g.plan->tail_seed);
  if (g.plan->tail_policy == SLEAVE_POLICY_pct) pct_start(tail_random, g.plan->tail_depth, g.plan->tail_length);
}

void policy_add(Thread& thread) {
  if (g.planned && g.plan->tail_policy == SLEAVE_POLICY_pct) pct_add(tail_random, thread);
}

Thread* policy_choose(Thread& current) {
  switch (g.plan->tail_policy) {
    case SLEAVE_POLICY_random:
      return random_choose(tail_random);
    case SLEAVE_POLICY_pct:
      return pct_choose();
    default:
      return stay_choose(current);
  }
}

void policy_waits(Thread& thread) {
  if (g.plan->tail_policy == SLEAVE_POLICY_pct) pct_demote(thread);
}

}  // namespace sleave::rt
