// FREE: strcpy of seven letters and the zero at the end fills just the eight bytes before the other thread's text.
// WHY: The written ranges have no byte in common.
#include <pthread.h>
#include <string.h>

char line[16];
const char* words[2] = {"seventy", "eight"};

static void* left(void* unused) {
  strcpy(line, words[0]);
  return unused;
}

static void* right(void* unused) {
  strcpy(line + 8, words[1]);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, left, 0);
  pthread_create(&threads[1], 0, right, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
