// Whatever a program can choose about itself has bytes in it that a terminal obeys: the name of a thread, the text and
// the place of an assertion. The two threads race for a flag, and the one that comes second fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define OBEYED "\033[2J\033]0;owned\007\xe2\x80\xae\xc2\x9b\xff\r"

static atomic_int first;

static void* run(void* name) {
  pthread_setname_np(pthread_self(), OBEYED);
  const int seen = atomic_load(&first);
  atomic_store(&first, seen + 1);
  return name;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, run, 0);
  pthread_create(&two, 0, run, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  if (atomic_load(&first) != 2) __assert_fail("x" OBEYED, "file" OBEYED, 7, "function" OBEYED);
}
