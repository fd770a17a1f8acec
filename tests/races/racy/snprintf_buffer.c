// RACE: Two threads print into one buffer.
// WHY: snprintf writes the characters it makes.
#include <pthread.h>
#include <stdio.h>

char line[32];
int numbers[2] = {11111, 22222};

static void* print(void* number) {
  snprintf(line, sizeof line, "%d", *(int*)number);  // race: write
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, print, &numbers[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
