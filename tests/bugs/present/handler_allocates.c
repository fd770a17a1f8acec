// BUG: The handler takes memory from the heap, and may have interrupted its thread in the middle of just that.
// EXPECT: unsafe_in_handler
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int served;
static void* volatile last;

static void keep_a_note(int number) {
  (void)number;
  last = malloc(16);
}

static void* serve(void* unused) {
  for (int i = 0; i < 3; ++i) {
    void* volatile request = malloc(32);
    free(request);
    atomic_fetch_add(&served, 1);
  }
  return unused;
}

int main(void) {
  pthread_t server;
  signal(SIGUSR1, keep_a_note);
  pthread_create(&server, 0, serve, 0);
  if (atomic_load(&served) == 1) pthread_kill(server, SIGUSR1);
  pthread_join(server, 0);
  free(last);
}
