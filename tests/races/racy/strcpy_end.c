// RACE: strcpy of seven letters also writes the zero at the end, where the other thread's text begins.
// WHY: The terminating zero is part of what strcpy writes.
#include <pthread.h>
#include <string.h>

char line[16];
const char* words[2] = {"seventy", "eight"};

static void* left(void* unused) {
  strcpy(line, words[0]);  // race: write
  return unused;
}

static void* right(void* unused) {
  strcpy(line + 7, words[1]);  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, left, 0);
  pthread_create(&threads[1], 0, right, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
