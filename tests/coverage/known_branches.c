// Each side of each branch says in its line when it is taken: always, sometimes (under some schedules), input (for some
// inputs), never. The test reads these words.
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>

static atomic_int first;
static int results[8];

static void unused(int n) {
  if (n != 0) results[7] = n;  // true never, false never
}

static void* other(void* argument) {
  (void)argument;
  atomic_store(&first, 1);
  return 0;
}

int main(int argc, char** argv) {
  (void)argv;
  int input = 0;
  sleave_symbolic(&input, sizeof input, "input");
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  const int seen = atomic_load(&first);
  if (seen == 1)  // true sometimes, false sometimes
    results[0] = 1;
  if (seen == 2)  // true never, false always
    results[1] = 1;
  if (input == 4711)  // true input, false always
    results[2] = 1;
  if (seen == 1 && input == 815)  // true sometimes, false sometimes, true input, false sometimes
    results[3] = 1;
  const int same = input;
  if (input == 1 && same == 2)  // true input, false always, true never, false input
    results[4] = 1;
  pthread_join(thread, 0);
  for (int i = 0; i < 3; ++i)  // true always, false always
    results[5] += i;
  if (argc > 100) unused(argc);  // true never, false always
  return 0;
}
