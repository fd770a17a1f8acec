// FREE: The length of a text is taken while another thread writes behind its end.
// WHY: strlen reads nothing after the zero.
#include <pthread.h>
#include <string.h>

char text[16] = "abc";
size_t seen;

static void* change(void* unused) {
  text[4] = 'x';
  return unused;
}

static void* measure(void* unused) {
  seen = strlen(text);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, change, 0);
  pthread_create(&threads[1], 0, measure, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
