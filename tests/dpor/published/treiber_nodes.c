// Treiber's stack (IBM RJ 5118, 1986) of allocated nodes that are never freed: A threads push, B pop, C push and pop.
// Who pushes writes a word before, who pops reads it after.
//   2 1 0: GenMC's treiber-stack-dynamic, without hazard pointers.
// CLASSES: 2 1 0 = 8 + 0, at most 6 redundant
// CLASSES: 0 0 2 = 10 + 0, at most 6 redundant
// CLASSES: 0 0 3 = 270 + 0, at most 387 redundant
#include <stdatomic.h>
#include <stdlib.h>

#include "threads.h"

struct Node {
  int owner;
  _Atomic(struct Node*) below;
};

static _Atomic(struct Node*) top;
static atomic_int words[MOST_THREADS];

static void push(int owner) {
  struct Node* node = malloc(sizeof *node);
  node->owner = owner;
  for (;;) {
    struct Node* seen = atomic_load_explicit(&top, memory_order_acquire);
    atomic_store_explicit(&node->below, seen, memory_order_relaxed);
    if (atomic_compare_exchange_strong_explicit(&top, &seen, node, memory_order_release, memory_order_relaxed)) return;
  }
}

static int pop(void) {
  for (;;) {
    struct Node* seen = atomic_load_explicit(&top, memory_order_acquire);
    if (!seen) return 0;
    struct Node* after = atomic_load_explicit(&seen->below, memory_order_relaxed);
    if (atomic_compare_exchange_strong_explicit(&top, &seen, after, memory_order_release, memory_order_relaxed))
      return seen->owner;
  }
}

static void pusher(int self) {
  atomic_store_explicit(&words[self], self + 42, memory_order_relaxed);
  push(self);
}

static void popper(int self) {
  (void)self;
  const int owner = pop();
  if (owner != 0) atomic_load_explicit(&words[owner], memory_order_relaxed);
}

static void both(int self) {
  pusher(self);
  popper(self);
}

int main(int count, char** arguments) {
  (void)count;
  add_threads(number(arguments[1]), pusher);
  add_threads(number(arguments[2]), popper);
  add_threads(number(arguments[3]), both);
  together();
}
