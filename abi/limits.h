/* Numbers of the contract: the explorer relies on what the runtime does with them. */
#ifndef SLEAVE_ABI_LIMITS_H
#define SLEAVE_ABI_LIMITS_H

#define SLEAVE_CLOCK_START \
  1000000000000ull /* where the monotonic clock of every run starts, in ns; some programs take 0 for "unset" */
#define SLEAVE_MOST_SITES 256u /* sites of a plan: the runtime looks each plain access up among them */

/* Other processes of a run as objects of its events: numbers of SLEAVE_DESCRIPTOR_other (abi/descriptors.def) above all
 * that descriptors have. */
#define SLEAVE_FIRST_CLIENT 65536u /* clients (--client), in order */
#define SLEAVE_FIRST_CHILD 66560u  /* all children of the program, then each of them in order */

#endif
