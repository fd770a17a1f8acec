/* sleave_ready(): everything before this call is set-up, and is done once.
 *
 * Runs normally begin just before main. A test with long set-up (reading a file, building a table) calls sleave_ready()
 * right before the part to explore: every run then begins there, with memory as it was at the call. Nothing before the
 * call is recorded, scheduled or counted. Set-up must not depend on anything uncontrolled (clocks, random numbers, the
 * network), because a replay repeats it.
 *
 * Only the main thread may call it, before it creates the first thread; later calls do nothing. If it creates a thread
 * or ends without the call, runs begin there. A failure before the call is not a finding. In a program that is built
 * without Sleave the call is empty. */
#ifndef SLEAVE_READY_H
#define SLEAVE_READY_H

#ifdef __cplusplus
extern "C" {
#endif

void __sleave_ready(void) __attribute__((weak));

/* Announces to the runtime, before main, that this program calls sleave_ready(). */
extern char __sleave_says_when_ready;
char __sleave_says_when_ready __attribute__((weak, used)) = 1;

#ifdef __cplusplus
}
#endif

static inline void sleave_ready(void) {
  if (__sleave_ready) __sleave_ready();
}

#endif
