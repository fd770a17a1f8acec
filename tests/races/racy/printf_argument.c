// RACE: A text is printed while another thread changes a letter in it.
// WHY: snprintf reads the text of %s up to its end.
#include <pthread.h>
#include <stdio.h>

char text[8] = "abcdef";
char line[16];

static void* print(void* unused) {
  snprintf(line, sizeof line, "%s", text);  // race: read
  return unused;
}

static void* change(void* unused) {
  text[3] = 'x';  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, print, 0);
  pthread_create(&threads[1], 0, change, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
