// REPAIRED: Number and place are given under one lock.
// INPUT: kinds p and q of 8 bits
// WITNESS: p=1 q=2
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct record {
  int number;
  int kind;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct record journal[2];
static int length;
static atomic_int last_number;
static uint8_t kinds[2];

static void append(int kind) {
  if (kind == 0) return; /* not to be kept */
  pthread_mutex_lock(&lock);
  const int number = atomic_fetch_add(&last_number, 1);
  journal[length].number = number;
  journal[length].kind = kind;
  length++;
  pthread_mutex_unlock(&lock);
}

static void* write_record(void* kind) {
  append(*(const uint8_t*)kind % 5);
  return NULL;
}

int main(void) {
  pthread_t writers[2];
  sleave_symbolic(&kinds[0], 1, "p");
  sleave_symbolic(&kinds[1], 1, "q");
  for (int i = 0; i < 2; ++i) pthread_create(&writers[i], NULL, write_record, &kinds[i]);
  for (int i = 0; i < 2; ++i) pthread_join(writers[i], NULL);
  for (int i = 1; i < length; ++i)
    assert(journal[i].number > journal[i - 1].number || journal[i].kind == journal[i - 1].kind);
}
