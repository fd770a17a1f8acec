// RACE: Keys are compared while another thread renames one.
// WHY: strcmp reads both texts up to the first difference, which lies behind the changed letter.
#include <pthread.h>
#include <string.h>

char key[8] = "alpha";
const char* wanted = "alpha";
int seen;

static void* compare(void* unused) {
  seen = strcmp(key, wanted);  // race: read
  return unused;
}

static void* rename_key(void* unused) {
  key[0] = 'A';  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, compare, 0);
  pthread_create(&threads[1], 0, rename_key, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
