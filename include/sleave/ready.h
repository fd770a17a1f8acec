/* sleave_ready(): what comes before this call is set-up, and is done once.
 *
 * Runs normally begin just before main. A test that first reads a file, builds a table or does anything else that takes
 * long calls sleave_ready() when it is about to do what is to be explored: every run then begins there, with memory as
 * it was. Nothing before the call is recorded, scheduled or counted, so it must not depend on anything that is not
 * under control (clocks, random numbers, the network): a replay does it again.
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

/* Tells the runtime, before main, that this program will call. */
extern char __sleave_says_when_ready;
char __sleave_says_when_ready __attribute__((weak, used)) = 1;

#ifdef __cplusplus
}
#endif

static inline void sleave_ready(void) {
  if (__sleave_ready) __sleave_ready();
}

#endif
