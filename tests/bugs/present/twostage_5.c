// BUG: An update has two stages under two locks; a reader that takes both locks in turn sees only the first stage.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>

enum { kUpdaters = 5 };

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void* update(void* unused) {
  pthread_mutex_lock(&first_lock);
  first = 1;
  pthread_mutex_unlock(&first_lock);
  pthread_mutex_lock(&second_lock);
  second = 2;
  pthread_mutex_unlock(&second_lock);
  return unused;
}

static void* check(void* unused) {
  pthread_mutex_lock(&first_lock);
  int one = first;
  pthread_mutex_unlock(&first_lock);
  if (one == 0) return unused;
  pthread_mutex_lock(&second_lock);
  int two = second;
  pthread_mutex_unlock(&second_lock);
  assert(two == 2);
  return unused;
}

int main(void) {
  pthread_t threads[kUpdaters + 1];
  for (int i = 0; i < kUpdaters; ++i) pthread_create(&threads[i], 0, update, 0);
  pthread_create(&threads[kUpdaters], 0, check, 0);
  for (int i = 0; i <= kUpdaters; ++i) pthread_join(threads[i], 0);
}
