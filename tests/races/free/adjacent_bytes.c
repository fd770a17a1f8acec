// FREE: Two threads write the even and the odd bytes of one word.
// WHY: Neighboring bytes are different memory locations [intro.memory].
#include <pthread.h>

_Alignas(8) char bytes[8];

static void* even(void* unused) {
  for (int i = 0; i < 8; i += 2) bytes[i] = 'a';
  return unused;
}

static void* odd(void* unused) {
  for (int i = 1; i < 8; i += 2) bytes[i] = 'b';
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, even, 0);
  pthread_create(&threads[1], 0, odd, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
