/* Numbers of the contract: the explorer relies on what the runtime does with them. */
#ifndef SLEAVE_ABI_LIMITS_H
#define SLEAVE_ABI_LIMITS_H

#define SLEAVE_CLOCK_START \
  1000000000000ull /* where the monotonic clock of every run starts, in ns; some programs take 0 for "unset" */
#define SLEAVE_MOST_SITES 256u /* sites of a plan: the runtime looks each plain access up among them */

#endif
