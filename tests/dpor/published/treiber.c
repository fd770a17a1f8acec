// Treiber's stack (IBM RJ 5118, 1986) over an array of nodes, with a count of changes beside the top: A threads push, B
// pop, C push and pop. Who pushes writes a word before, who pops reads it after.
//   2 1 0: GenMC's treiber-stack.
// CLASSES: 2 1 0 = 18 + 0, at most 4 redundant
// RC11: 2 1 0 = 18
// CLASSES: 2 2 0 = 80 + 0, at most 48 redundant
// CLASSES: 0 0 2 = 18 + 0, at most 12 redundant
#include <stdatomic.h>

#include "threads.h"

enum { kNodes = 8, kNone = 0 };

typedef unsigned long long Link;  // node below, count above

static _Atomic Link top;
static _Atomic Link below[kNodes];
static int owners[kNodes];
static atomic_int words[kNodes];

static unsigned node_of(Link link) { return (unsigned)link; }
static Link link_to(unsigned node, Link before) { return (((before >> 32) + 1) << 32) | node; }

static void push(int self) {
  const unsigned node = (unsigned)self + 1;
  owners[node] = self;
  for (;;) {
    Link seen = atomic_load_explicit(&top, memory_order_acquire);
    atomic_store_explicit(&below[node], seen, memory_order_relaxed);
    if (atomic_compare_exchange_strong_explicit(&top, &seen, link_to(node, seen), memory_order_release,
                                                memory_order_relaxed))
      return;
  }
}

static int pop(void) {
  for (;;) {
    Link seen = atomic_load_explicit(&top, memory_order_acquire);
    const unsigned node = node_of(seen);
    if (node == kNone) return 0;
    const Link after = atomic_load_explicit(&below[node], memory_order_relaxed);
    if (atomic_compare_exchange_strong_explicit(&top, &seen, link_to(node_of(after), seen), memory_order_release,
                                                memory_order_relaxed))
      return owners[node];
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
