// BUG: Two chunks are measured against the room that is left in the body, and appended, under different locks.
// EXPECT: heap_overflow
// INPUT: head 4 bytes: the size of each chunk in hexadecimal, ended by `;`
// WHEN: the size is from 0x11 to 0x20
// RARE: 1 in 2^20
// NEEDS: 1 interference, 1 preemption, 3 threads
// WITNESS: head='1a;'
// NEAR: head='10;'
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 0x20 };

static char head[4];
static char* body;
static unsigned used;
static pthread_mutex_t measuring = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t appending = PTHREAD_MUTEX_INITIALIZER;

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

/* The chunk's size, or -1. */
static int parse_size(const char* text) {
  int size = 0;
  int i = 0;
  for (; i < 3 && digit(text[i]) >= 0; ++i) size = size * 16 + digit(text[i]);
  return i > 0 && text[i] == ';' ? size : -1;
}

static void* receive_chunk(void* unused) {
  const int size = parse_size(head);
  if (size <= 0) return unused;
  pthread_mutex_lock(&measuring);
  pthread_mutex_lock(&appending);
  const int fits = (unsigned)size <= ROOM - used;
  pthread_mutex_unlock(&appending);
  pthread_mutex_unlock(&measuring);
  if (!fits) return unused;
  pthread_mutex_lock(&appending);
  memset(body + used, 'x', (size_t)size);
  used += (unsigned)size;
  pthread_mutex_unlock(&appending);
  return unused;
}

int main(void) {
  pthread_t connections[2];
  body = malloc(ROOM);
  sleave_symbolic(head, sizeof head, "head");
  for (int i = 0; i < 2; ++i) pthread_create(&connections[i], NULL, receive_chunk, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(connections[i], NULL);
  free(body);
}
