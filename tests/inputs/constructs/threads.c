// What a thread is given and gives back; values handed to functions that are not followed; memory that is moved.
// reaches: 0 1 2 3 4
#include <pthread.h>
#include <semaphore.h>
#include <sleave/sleave.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void* work(void* given) {
  intptr_t number = (intptr_t)given;
  return (void*)(number * 3);
}

int main(void) {
  int32_t x = 0;
  uint8_t tokens = 0;
  sleave_symbolic(&x, sizeof x, "x");
  sleave_symbolic(&tokens, 1, "tokens");
  pthread_t thread;
  void* result;
  pthread_create(&thread, NULL, work, (void*)(intptr_t)x);
  pthread_join(thread, &result);
  if ((intptr_t)result == -333) exit(1);
  sleave_assume(tokens < 5);
  sem_t semaphore;
  sem_init(&semaphore, 0, tokens);
  int taken = 0;
  while (sem_trywait(&semaphore) == 0) ++taken;
  if (taken == 3) exit(2);
  int32_t* moved = malloc(sizeof *moved);
  *moved = x;
  moved = realloc(moved, 64 * sizeof *moved);
  if (moved[0] == 4242) exit(3);
  free(moved);
  int32_t* zero = calloc(4, sizeof *zero);
  if (zero[0] != 0) exit(9);
  if (x == 99) exit(4);
  return 0;
}
