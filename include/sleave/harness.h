/* What a harness consists of (`sleave harness` writes one): inputs, made by the main thread, and one or two calls. With
 * two, each is made by a thread of its own. Or several operations on one structure, of which any two can be called:
 * SLEAVE_OPERATIONS, below.
 *
 *   static void make_inputs(void) { ... }
 *   static void call_insert(void) { insert(in.list, in.key); }
 *   static void call_search(void) { out.search = search(in.list, in.search_key); }
 *   SLEAVE_HARNESS(make_inputs, call_insert, call_search)
 *
 * SLEAVE_HARNESSES is for several in one program. The program also makes the calls in one thread, one after the other:
 * --one-thread=12, or 21 for the other order. Sleave runs it so with the inputs of each failure: one that one thread
 * shows, too, is no finding. */
#ifndef SLEAVE_HARNESS_H
#define SLEAVE_HARNESS_H

#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sleave.h"

/* Any value. */
#define SLEAVE_INPUT(place, name) sleave_symbolic((void*)&(place), sizeof(place), name)

static inline void* sleave_room(size_t bytes) {
  void* memory = calloc(1, bytes);
  if (memory == NULL) abort();
  return memory;
}

/* A text of at most `longest` characters, in a block of `room` bytes that ends with zeros. */
static inline char* sleave_buffer(const char* name, size_t longest, size_t room) {
  char* text = (char*)sleave_room(room > longest ? room : longest + 1);
  sleave_symbolic(text, longest, name);
  return text;
}

/* The pointer, or null if the input is 1: an expression, no branch. */
static inline void* sleave_maybe(void* pointer, const char* name) {
  return (void*)((uintptr_t)pointer & ((uintptr_t)(sleave_range(0, 1, name) != 0) - 1));
}

/* A stream of at most 8 bytes, which are any. */
static inline FILE* sleave_stream(const char* name) {
  FILE* stream = fmemopen(sleave_buffer(name, 8, 9), 8, "r+");
  if (stream == NULL) abort();
  return stream;
}

/* A block of any bytes. */
static inline void* sleave_bytes(const char* name, size_t bytes) {
  void* memory = sleave_room(bytes);
  sleave_symbolic(memory, bytes, name);
  return memory;
}

/* Callbacks write nothing then: what they do is not what the functions do. */
static int sleave_harness_has_two __attribute__((unused));

static inline void* sleave_harness_call(void* call) {
  (*(void (**)(void))call)();
  return NULL;
}

static inline int sleave_harness_in_one_thread(const char* order, void (*first)(void), void (*second)(void)) {
  for (; *order != '\0'; ++order) {
    if (*order == '1') first();
    if (*order == '2' && second != NULL) second();
  }
  return 0;
}

/* The rest of the last argument that begins so, or null. */
static inline const char* sleave_harness_argument(int argc, char** argv, const char* begin) {
  const char* found = NULL;
  int i;
  for (i = 1; i < argc; ++i) {
    if (strncmp(argv[i], begin, strlen(begin)) == 0) found = argv[i] + strlen(begin);
  }
  return found;
}

static inline int sleave_harness(int argc, char** argv, void (*inputs)(void), void (*first)(void),
                                 void (*second)(void)) {
  const char* order = sleave_harness_argument(argc, argv, "--one-thread=");
  pthread_t threads[2];
  inputs();
  sleave_harness_has_two = second != NULL;
  if (order != NULL) return sleave_harness_in_one_thread(order, first, second);
  if (second == NULL) return sleave_harness_in_one_thread("1", first, second);
  if (pthread_create(&threads[0], NULL, sleave_harness_call, (void*)&first) != 0) abort();
  if (pthread_create(&threads[1], NULL, sleave_harness_call, (void*)&second) != 0) abort();
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}

/* One of several harnesses in a program. */
struct sleave_harness_row {
  const char* name;
  void (*inputs)(void);
  void (*first)(void);
  void (*second)(void);
};

static inline int sleave_harnesses(int argc, char** argv, const struct sleave_harness_row* rows, size_t count) {
  const char* name = sleave_harness_argument(argc, argv, "--harness=");
  size_t i;
  for (i = 0; name != NULL && i < count; ++i) {
    if (strcmp(rows[i].name, name) == 0)
      return sleave_harness(argc, argv, rows[i].inputs, rows[i].first, rows[i].second);
  }
  fprintf(stderr, "no harness %s\n", name == NULL ? "is named: use --harness=NAME" : name);
  return 2;
}

/* A program of several: --harness=NAME says which. */
#define SLEAVE_HARNESSES(rows) \
  int main(int argc, char** argv) { return sleave_harnesses(argc, argv, rows, sizeof rows / sizeof *rows); }

/* The program: how the inputs are made, the first call, and the second one or NULL. */
#define SLEAVE_HARNESS(inputs, first, second) \
  int main(int argc, char** argv) { return sleave_harness(argc, argv, inputs, first, second); }

/* ---- operations ----
 *
 *   static void make_inputs(void) { in.list = any_node("list", 1); }
 *   static void make_insert(void) { SLEAVE_INPUT(arguments.key, "key"); }     its own arguments, in its own thread
 *   static void call_insert(void) { insert(in.list, arguments.key); }
 *   SLEAVE_OPERATIONS(make_inputs, {"insert", make_insert, call_insert}, {"search", make_search, call_search})
 *
 *   program --calls=0      the first operation, alone in a thread
 *   program --calls=0,1    the first next to the second
 *
 * --one-thread=12 after that, or 21: one after the other. --operations lists the names. Sleave relies on the order in
 * which threads are made, prepare their arguments and are let go (engine/summaries/pair_plans.cc). */
typedef struct sleave_operation {
  const char* name;
  void (*arguments)(void); /* may be NULL */
  void (*call)(void);
} sleave_operation;

typedef struct sleave_operation_thread {
  const sleave_operation* operation;
  pthread_t thread;
  sem_t ready; /* the arguments are made */
  sem_t go;
} sleave_operation_thread;

static inline void sleave_wait_for(sem_t* semaphore) {
  while (sem_wait(semaphore) != 0) {
  }
}

static inline void* sleave_run_operation(void* thread) {
  sleave_operation_thread* const self = (sleave_operation_thread*)thread;
  if (self->operation->arguments != NULL) self->operation->arguments();
  sem_post(&self->ready);
  sleave_wait_for(&self->go);
  self->operation->call();
  return NULL;
}

static inline void sleave_begin_operation(sleave_operation_thread* thread) {
  if (sem_init(&thread->ready, 0, 0) != 0 || sem_init(&thread->go, 0, 0) != 0) abort();
  if (pthread_create(&thread->thread, NULL, sleave_run_operation, thread) != 0) abort();
  sleave_wait_for(&thread->ready);
}

static inline int sleave_call_operations(const sleave_operation* first, const sleave_operation* second,
                                         const char* order) {
  static sleave_operation_thread threads[2];
  const int count = second == NULL ? 1 : 2;
  threads[0].operation = first;
  threads[1].operation = second;
  for (int i = 0; i < count; ++i) sleave_begin_operation(&threads[i]);
  for (; order != NULL && *order != '\0'; ++order) {
    const int i = *order - '1';
    if (i < 0 || i >= count) continue;
    sem_post(&threads[i].go);
    pthread_join(threads[i].thread, NULL);
  }
  if (order != NULL) return 0;
  for (int i = 0; i < count; ++i) sem_post(&threads[i].go);
  for (int i = 0; i < count; ++i) pthread_join(threads[i].thread, NULL);
  return 0;
}

static inline int sleave_operations(int argc, char** argv, void (*inputs)(void), const sleave_operation* all,
                                    size_t count) {
  static const char kCalls[] = "--calls=";
  static const char kOneThread[] = "--one-thread=";
  char* end = NULL;
  size_t first = 0;
  size_t second = 0;
  if (argc == 2 && strcmp(argv[1], "--operations") == 0) {
    for (size_t i = 0; i < count; ++i) puts(all[i].name);
    return 0;
  }
  if (argc < 2 || strncmp(argv[1], kCalls, sizeof kCalls - 1) != 0) {
    fprintf(stderr, "usage: %s --calls=N[,M] [--one-thread=ORDER]\n", argv[0]);
    return 2;
  }
  first = strtoul(argv[1] + sizeof kCalls - 1, &end, 10);
  second = *end == ',' ? strtoul(end + 1, NULL, 10) : 0;
  if (first >= count || second >= count) return 2;
  inputs();
  return sleave_call_operations(
      &all[first], *end == ',' ? &all[second] : NULL,
      argc > 2 && strncmp(argv[2], kOneThread, sizeof kOneThread - 1) == 0 ? argv[2] + sizeof kOneThread - 1 : NULL);
}

#define SLEAVE_OPERATIONS(inputs, ...)                                                      \
  static const sleave_operation sleave_all_operations[] = {__VA_ARGS__};                    \
  int main(int argc, char** argv) {                                                         \
    return sleave_operations(argc, argv, inputs, sleave_all_operations,                     \
                             sizeof sleave_all_operations / sizeof *sleave_all_operations); \
  }

#endif
