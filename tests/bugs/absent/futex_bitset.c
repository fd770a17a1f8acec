// REPAIRED: The wake is for the bit that was set.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CONCERNS(bit) (bit)

static atomic_uint events;

static void* wait_for(void* number) {
  const unsigned bit = (unsigned)(unsigned long)number;
  for (unsigned seen; ((seen = atomic_load(&events)) & bit) == 0;) {
    syscall(SYS_futex, &events, FUTEX_WAIT_BITSET_PRIVATE, seen, NULL, NULL, bit);
  }
  return NULL;
}

static void announce(unsigned bit) {
  atomic_fetch_or(&events, bit);
  syscall(SYS_futex, &events, FUTEX_WAKE_BITSET_PRIVATE, 1, NULL, NULL, CONCERNS(bit));
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, wait_for, (void*)1ul);
  pthread_create(&second, NULL, wait_for, (void*)2ul);
  announce(1);
  announce(2);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
