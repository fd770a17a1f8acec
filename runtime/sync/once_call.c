/* Calls a once routine and notices if an exception leaves it. In C, because only C's clean-up attribute gives a landing
 * pad without the C++ runtime. */
#include "runtime/sync/once_call.h"

struct call {
  void* control;
  int finished;
};

static void leave(struct call* call) {
  if (!call->finished) sleave_once_abandoned(call->control);
}

void sleave_call_once_routine(void (*routine)(void), void* control) {
  __attribute__((cleanup(leave))) struct call call = {control, 0};
  routine();
  call.finished = 1;
}
