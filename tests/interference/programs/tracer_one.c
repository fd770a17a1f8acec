// First driver of the tracer: a thread switches tracing on and adds a unit, another adds one of its own and looks at
// once whether it has got it: one interference shows that both have taken the same one.
//
// FAILS: assertion with 1 interference
#include "tracer.h"

static void* first(void* unused) {
  (void)unused;
  on = 1;
  trace_line(add_unit(3), 2);
  on = 0;
  return 0;
}

static void* second(void* unused) {
  (void)unused;
  const int unit = add_unit(1);
  if (unit >= 0) assert(units[unit].level == 1);
  trace_line(unit, 1);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
