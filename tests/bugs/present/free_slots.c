// BUG: A free slot is promised in one step and taken in another; a second thread finds the table full and aborts.
// EXPECT: abort
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int free_slots = 1;

static void take_slot(void) {
  if (atomic_fetch_sub(&free_slots, 1) <= 0) abort();
}

static void give_slot(void) { atomic_fetch_add(&free_slots, 1); }

static void* request(void* unused) {
  (void)unused;
  if (atomic_load(&free_slots) == 0) return NULL;
  take_slot();
  give_slot();
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, request, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  take_slot();
}
