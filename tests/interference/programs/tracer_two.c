// Second driver of the tracer: both threads do everything, twice as often.
#include "tracer.h"

static void* drive(void* argument) {
  const int level = argument != 0 ? 2 : 1;
  on = 1;
  const int one = add_unit(level);
  trace_line(one, 1);
  const int two = add_unit(level + 1);
  trace_line(two, 2);
  if (one == 0 && two == 1) assert(lines < 3);
  on = 0;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], 0, drive, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
