// BUG: The signal handler locks a mutex that the interrupted thread may hold.
// EXPECT: double_lock | unsafe_in_handler
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int requests;
static int reports;

static void report(int number) {
  (void)number;
  pthread_mutex_lock(&lock);
  ++reports;
  pthread_mutex_unlock(&lock);
}

static void* serve(void* unused) {
  for (int i = 0; i < 3; ++i) {
    pthread_mutex_lock(&lock);
    ++requests;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t server;
  signal(SIGUSR1, report);
  pthread_create(&server, 0, serve, 0);
  pthread_kill(server, SIGUSR1);
  pthread_join(server, 0);
}
