// REPAIRED: The parser frees what it allocated.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char* text;
static _Atomic(char*) cursor;

static void* read_character(void* unused) {
  atomic_fetch_add(&cursor, 1);
  return unused;
}

int main(void) {
  text = calloc(16, 1);
  atomic_store(&cursor, text);
  pthread_t reader;
  pthread_create(&reader, NULL, read_character, NULL);
  char* owned = text;
  pthread_join(reader, NULL);
  free(owned);
  return 0;
}
