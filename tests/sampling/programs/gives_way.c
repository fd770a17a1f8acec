// One thread opens a gate and then closes a door; the other yields until the gate is open, and looks at the door. The
// exit code is 1 if the door was closed by then.
//
// Under pos, if the opening comes before the other's first look at the gate (1/2), the two looks must each be above the
// closing: 1/3, since the closing must be the lowest of three draws. If the other looked first (1/2) it gives way to
// the opening, and with that competes again: its yield and its two looks against the closing, the lowest of four draws:
// 1/4. So the door is open with probability 1/6 + 1/8 = 7/24.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int gate_is_open, door_is_closed;
static int seen;

static void* waits(void* unused) {
  while (!atomic_load(&gate_is_open)) sched_yield();
  seen = atomic_load(&door_is_closed);
  return unused;
}

static void* opens(void* unused) {
  atomic_store(&gate_is_open, 1);
  atomic_store(&door_is_closed, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, waits, 0);
  pthread_create(&threads[1], 0, opens, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return seen;
}
