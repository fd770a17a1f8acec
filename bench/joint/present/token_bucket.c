// BUG: The refill is added to the level that was read before a withdrawal, which is forgotten.
// EXPECT: assertion
// INPUT: rate 16 bits (tokens per minute), elapsed 16 bits (milliseconds)
// WHEN: the refill, rate * elapsed / 60000, is from 1 to 9
// RARE: 1 in 827
// NEEDS: 3 interferences, 1 preemption, 3 threads
// WITNESS: rate=600 elapsed=500
// NEAR: rate=600 elapsed=50
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST = 9, MINUTE = 60000 };

static atomic_int level = 10;
static uint16_t rate, elapsed;
static atomic_int withdrawn;
static atomic_int refilled;

static void* refill(void* unused) {
  const uint32_t tokens = (uint32_t)rate * elapsed / MINUTE;
  if (tokens == 0) return unused;
  if (tokens > MOST) return unused; /* the clock has jumped */
  const int now = atomic_load(&level);
  atomic_store(&level, now + (int)tokens);
  atomic_fetch_add(&refilled, (int)tokens);
  return unused;
}

static void* withdraw(void* unused) {
  int now = atomic_load(&level);
  while (now >= 5 && !atomic_compare_exchange_strong(&level, &now, now - 5)) {
  }
  if (now >= 5) atomic_fetch_add(&withdrawn, 5);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sleave_symbolic(&rate, sizeof rate, "rate");
  sleave_symbolic(&elapsed, sizeof elapsed, "elapsed");
  pthread_create(&threads[0], NULL, refill, NULL);
  pthread_create(&threads[1], NULL, withdraw, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(atomic_load(&level) == 10 + atomic_load(&refilled) - atomic_load(&withdrawn));
}
