/* COVERS: large frames and deep recursion in main and in threads, stack attributes and what threads see of them, alloca. */
#include <alloca.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>

#include "say.h"

static long sum_of_large_frame(void) {
  volatile char frame[4u << 20];
  long sum = 0;
  for (size_t i = 0; i < sizeof frame; i += 4096) frame[i] = (char)(i >> 12);
  for (size_t i = 0; i < sizeof frame; i += 4096) sum += frame[i];
  return sum;
}

__attribute__((noinline)) static long deep(long depth) {
  volatile long here[8] = {depth};
  return depth == 0 ? 0 : deep(depth - 1) + (here[0] & 1);
}

static long allocated(size_t bytes) {
  char* block = alloca(bytes);
  memset(block, 1, bytes);
  return block[bytes / 2];
}

static void* use_stack(void* argument) {
  VALUE(sum_of_large_frame());
  VALUE(deep(30000));
  VALUE(allocated(2u << 20));
  return argument;
}

static void* use_much(void* argument) {
  VALUE(deep(400000));
  return argument;
}

static void let(size_t bytes, void* (*work)(void*)) {
  pthread_t thread;
  pthread_attr_t attribute;
  size_t got = 0;
  ERROR(pthread_attr_init(&attribute));
  ERROR(pthread_attr_setstacksize(&attribute, bytes));
  ERROR(pthread_attr_setguardsize(&attribute, 3 * 4096 + 5));
  ERROR(pthread_attr_getstacksize(&attribute, &got));
  VALUE(got == bytes);
  const int error = pthread_create(&thread, &attribute, work, NULL);
  if (error == 0) ERROR(pthread_join(thread, NULL)); /* before this thread prints again */
  say_error("create", error);
  ERROR(pthread_attr_destroy(&attribute));
}

static void* look(void* argument) {
  pthread_attr_t own;
  void* low = NULL;
  size_t bytes = 0, guard = 0;
  char here;
  ERROR(pthread_getattr_np(pthread_self(), &own));
  ERROR(pthread_attr_getstack(&own, &low, &bytes));
  ERROR(pthread_attr_getguardsize(&own, &guard));
  VALUE(bytes);
  VALUE(guard);
  VALUE(&here > (char*)low && &here < (char*)low + bytes);
  ERROR(pthread_attr_destroy(&own));
  return argument;
}

int main(void) {
  pthread_attr_t attribute;
  use_stack(NULL);
  pthread_attr_init(&attribute);
  ERROR(pthread_attr_setstacksize(&attribute, 100));
  let(PTHREAD_STACK_MIN * 4, look);
  let(16u << 20, look);
  let(128u << 20, look);
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, use_stack, NULL);
  pthread_join(thread, NULL);
  pthread_attr_setstacksize(&attribute, 128u << 20);
  if (pthread_create(&thread, &attribute, use_much, NULL) == 0) pthread_join(thread, NULL);
  return 0;
}
