// REPAIRED: One exchange says who closes the connection.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char* buffer;
static atomic_int is_open = 1;

static void* close_connection(void* unused) {
  if (atomic_exchange(&is_open, 0)) {
    free(buffer);
  }
  return unused;
}

int main(void) {
  buffer = malloc(64);
  pthread_t one, other;
  pthread_create(&one, NULL, close_connection, NULL);
  pthread_create(&other, NULL, close_connection, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
