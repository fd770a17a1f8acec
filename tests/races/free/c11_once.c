// FREE: Two C11 threads initialize by call_once.
// WHY: The completed call synchronizes with all returns of call_once.
#include <threads.h>

once_flag once = ONCE_FLAG_INIT;
int value;
int seen[2];

static void initialize(void) { value = 3; }

static int use(void* result) {
  call_once(&once, initialize);
  *(int*)result = value;
  return 0;
}

int main(void) {
  thrd_t threads[2];
  for (int i = 0; i < 2; ++i) thrd_create(&threads[i], use, &seen[i]);
  for (int i = 0; i < 2; ++i) thrd_join(threads[i], 0);
}
