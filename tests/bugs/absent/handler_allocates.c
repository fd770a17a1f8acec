// REPAIRED: The server blocks the signal while it uses the heap, and takes it where it does nothing else.
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

static void set_blocked(int blocked) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  pthread_sigmask(blocked ? SIG_BLOCK : SIG_UNBLOCK, &signals, 0);
}

static void* serve(void* unused) {
  for (int i = 0; i < 3; ++i) {
    set_blocked(1);
    void* volatile request = malloc(32);
    free(request);
    set_blocked(0);
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
