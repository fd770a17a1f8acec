// BUG: A report copies an account together with its lock; if a transfer holds that at the time, the copy stays locked.
// EXPECT: copied_in_use
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  _Atomic long balance;
};

static struct account account = {PTHREAD_MUTEX_INITIALIZER, 100};

static void* transfer(void* unused) {
  pthread_mutex_lock(&account.lock);
  account.balance -= 30;
  account.balance += 30;
  pthread_mutex_unlock(&account.lock);
  return unused;
}

static void* report(void* total) {
  struct account snapshot = {account.lock, account.balance};
  pthread_mutex_lock(&snapshot.lock);
  *(long*)total = snapshot.balance;
  pthread_mutex_unlock(&snapshot.lock);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  long total = 0;
  pthread_create(&threads[0], 0, transfer, 0);
  pthread_create(&threads[1], 0, report, &total);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
