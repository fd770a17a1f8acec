/* COVERS: the malloc family: alignment, contents, errors, errno, blocks that move between threads. */
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "say.h"

/* Not const: the compiler must not know what the calls return. */
static volatile size_t huge = SIZE_MAX / 2 + 1;
static volatile size_t nothing = 0;
static volatile size_t odd_alignment = 48;
static void* volatile kept_block;

static int aligned(void* block, size_t alignment) { return block != NULL && (uintptr_t)block % alignment == 0; }

static int all(const unsigned char* block, size_t bytes, unsigned char value) {
  for (size_t i = 0; i < bytes; ++i) {
    if (block[i] != value) return 0;
  }
  return 1;
}

static void alignments(void) {
  for (size_t bytes = 1; bytes < 100; bytes += 13) VALUE(aligned(malloc(bytes), 16));
  for (size_t alignment = 8; alignment <= 1u << 20; alignment *= 16) {
    void* block = NULL;
    VALUE(aligned(memalign(alignment, 10), alignment));
    VALUE(aligned(aligned_alloc(alignment, alignment * 2), alignment));
    ERROR(posix_memalign(&block, alignment, 100));
    VALUE(aligned(block, alignment));
    free(block);
  }
  VALUE(aligned(memalign(odd_alignment, 100), 64));
  VALUE(aligned(valloc(1), 4096));
  VALUE(aligned(pvalloc(1), 4096));
  VALUE(malloc_usable_size(pvalloc(1)) >= 4096);
}

static void zeroed(void) {
  unsigned char* small = calloc(3, 7);
  unsigned char* large = calloc(1000, 3000);
  VALUE(all(small, 21, 0));
  VALUE(all(large, 3000000, 0));
  memset(large, 1, 3000000);
  free(large);
  large = calloc(3000, 1000);
  VALUE(all(large, 3000000, 0));
  free(large);
  free(small);
}

static void grown(void) {
  unsigned char* block = malloc(10);
  memset(block, 7, 10);
  for (size_t bytes = 100; bytes <= 10000000; bytes *= 10) {
    block = realloc(block, bytes);
    VALUE(all(block, 10, 7));
    VALUE(malloc_usable_size(block) >= bytes);
    block[bytes - 1] = 1;
  }
  block = realloc(block, 5);
  VALUE(all(block, 5, 7));
  block = reallocarray(block, 100, 4);
  VALUE(all(block, 5, 7));
  VALUE(realloc(block, nothing) == NULL);
  VALUE(realloc(NULL, 8) != NULL);
}

static void errors(void) {
  void* block = &block;
  errno = 0;
  VALUE(malloc(huge) == NULL);
  VALUE(errno == ENOMEM);
  errno = 0;
  VALUE(calloc(huge, 2) == NULL);
  VALUE(errno == ENOMEM);
  char* kept = malloc(20);
  strcpy(kept, "still here");
  errno = 0;
  VALUE(realloc(kept, huge) == NULL);
  VALUE(errno == ENOMEM);
  errno = 0;
  VALUE(reallocarray(kept, huge, 4) == NULL);
  VALUE(errno == ENOMEM);
  say(kept);
  ERROR(posix_memalign(&block, 0, 8));
  ERROR(posix_memalign(&block, 3, 8));
  ERROR(posix_memalign(&block, 4, 8));
  ERROR(posix_memalign(&block, 24, 8));
  ERROR(posix_memalign(&block, 64, huge));
  VALUE(block == &block);
  VALUE(memalign(64, huge) == NULL);
  VALUE(pvalloc(SIZE_MAX - nothing) == NULL);
  VALUE(malloc(nothing) != NULL);
  VALUE(malloc(nothing) != malloc(nothing));
  VALUE(malloc_usable_size(NULL));
  errno = EDOM;
  free(NULL);
  free(kept);
  free(malloc(1000000));
  VALUE(errno == EDOM);
}

static void* fill(void* argument) {
  unsigned char* block = realloc(argument, 5000);
  memset(block, 9, 5000);
  return block;
}

static void across_threads(void) {
  pthread_t thread;
  void* block = NULL;
  pthread_create(&thread, NULL, fill, malloc(100));
  pthread_join(thread, &block);
  VALUE(all(block, 5000, 9));
  free(block);
}

static void again_and_again(void) {
  int failed = 0;
  for (int i = 0; i < 2000; ++i) {
    kept_block = malloc(1u << 20);
    char* block = kept_block;
    if (block == NULL) {
      ++failed;
    } else {
      block[12345] = 1;
    }
    free(block);
  }
  VALUE(failed);
}

int main(void) {
  alignments();
  zeroed();
  grown();
  errors();
  across_threads();
  again_and_again();
  return 0;
}
