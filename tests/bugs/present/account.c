// BUG: A deposit reads the balance in one critical section and writes it in another; a withdrawal is forgotten.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void* deposit(void* amount) {
  pthread_mutex_lock(&lock);
  int before = balance;
  pthread_mutex_unlock(&lock);
  int after = before + *(int*)amount;
  pthread_mutex_lock(&lock);
  balance = after;
  pthread_mutex_unlock(&lock);
  return 0;
}

static void* withdraw(void* amount) {
  pthread_mutex_lock(&lock);
  balance -= *(int*)amount;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int paid_in = 50, paid_out = 30;
  pthread_create(&threads[0], 0, deposit, &paid_in);
  pthread_create(&threads[1], 0, withdraw, &paid_out);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(balance == 100 + paid_in - paid_out);
}
