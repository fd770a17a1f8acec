// reads_input HOW SUM [race]: adds up the bytes of its standard input, and fails if the sum is another one.
//   HOW: stdio (to the end), part (the first four bytes, with read), threads (two of them read byte by byte).
// With `race` two threads lose an update in some interleavings.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Atomic unsigned long sum;
static _Atomic int count;

static void* read_bytes(void* unused) {
  unsigned char byte;
  while (read(0, &byte, 1) == 1) sum += byte;
  return unused;
}

static void* add(void* unused) {
  const int seen = count;
  count = seen + 1;
  return unused;
}

static void in_two_threads(void* (*work)(void*)) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

int main(int words, char** word) {
  if (words < 3) return 2;
  if (strcmp(word[1], "stdio") == 0) {
    for (int c; (c = getchar()) != EOF;) sum += (unsigned long)c;
  } else if (strcmp(word[1], "part") == 0) {
    unsigned char bytes[4] = {0};
    const long got = read(0, bytes, sizeof bytes);
    for (long i = 0; i < got; ++i) sum += bytes[i];
  } else {
    in_two_threads(read_bytes);
  }
  assert(sum == strtoul(word[2], 0, 10));
  in_two_threads(add);
  assert(words < 4 || count == 2);
}
