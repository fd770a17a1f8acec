// REPAIRED: Who closes is decided by an exchange.
#include <pthread.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <unistd.h>

static atomic_int session;

static void end_session(void) {
  const int descriptor = atomic_exchange(&session, -1);
  if (descriptor >= 0) close(descriptor);
}

static void* peer(void* unused) {
  end_session();
  return unused;
}

int main(void) {
  pthread_t thread;
  atomic_store(&session, eventfd(0, 0));
  pthread_create(&thread, NULL, peer, NULL);
  end_session();
  const int next = eventfd(1, 0);
  eventfd_t count;
  eventfd_read(next, &count);
  pthread_join(thread, NULL);
  return close(next);
}
