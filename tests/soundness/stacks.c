/* Uses the given number of bytes of a stack:
 *
 *     stacks main BYTES            the main thread's
 *     stacks raised BYTES          the same, after it has raised the limit to 32 MiB
 *     stacks thread BYTES [SIZE]   a thread's, of the default size or of another one
 *     stacks memory BYTES SIZE     a thread's, in memory that the program gives it
 *     stacks jump BYTES            a thread's, if it looks at the wrong moment: only the lowest byte, far below the
 * guard page
 */
#include <alloca.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static size_t bytes;
static _Atomic(size_t) wanted = 4;

/* From the top down, as calls do. */
static __attribute__((noinline)) void use(size_t count) {
  volatile char* block = alloca(count);
  for (size_t at = count; at > 4096; at -= 4096) block[at - 1] = 1;
  block[0] = 1;
}

static __attribute__((noinline)) void use_lowest(size_t count) {
  volatile char* block = alloca(count);
  block[0] = 1;
}

static void* use_all(void* argument) {
  use(bytes);
  return argument;
}

static void* use_wanted(void* argument) {
  use_lowest(wanted);
  return argument;
}

static void with_thread(void* (*start)(void*), const char* size, int own_memory) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  if (size != NULL) {
    const size_t count = strtoul(size, NULL, 0);
    if (!own_memory && pthread_attr_setstacksize(&attributes, count) != 0) exit(9);
    if (own_memory && pthread_attr_setstack(&attributes, aligned_alloc(4096, count), count) != 0) exit(9);
  }
  if (pthread_create(&thread, size != NULL ? &attributes : NULL, start, NULL) != 0) exit(8);
  if (start == use_wanted) {
    wanted = bytes;
    wanted = 4;
  }
  pthread_join(thread, NULL);
}

int main(int count, char** words) {
  const char* where = words[1];
  const char* size = count > 3 ? words[3] : NULL;
  bytes = strtoul(words[2], NULL, 0);
  if (strcmp(where, "main") == 0) use(bytes);
  if (strcmp(where, "raised") == 0) {
    struct rlimit limit;
    getrlimit(RLIMIT_STACK, &limit);
    limit.rlim_cur = 32u << 20;
    if (setrlimit(RLIMIT_STACK, &limit) != 0) exit(7);
    use(bytes);
  }
  if (strcmp(where, "thread") == 0) with_thread(use_all, size, 0);
  if (strcmp(where, "memory") == 0) with_thread(use_all, size, 1);
  if (strcmp(where, "jump") == 0) with_thread(use_wanted, size, 0);
  return 0;
}
