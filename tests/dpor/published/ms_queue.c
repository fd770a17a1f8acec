// The queue of Michael and Scott (PODC 1996) over an array of nodes, with a count of changes in every link: A threads
// enqueue, B dequeue, C enqueue and dequeue.
//   0 0 2: GenMC's ms-queue.
// CLASSES: 1 1 0 = 3 + 0, at most 1 redundant
// CLASSES: 2 0 0 = 6 + 0, at most 8 redundant
// CLASSES: 2 1 0 = 26 + 0, at most 38 redundant
// CLASSES: 0 0 2 = 16 + 0, at most 48 redundant
// CLASSES: 2 2 0 = 158 + 0, at most 694 redundant
#include <stdatomic.h>

#include "threads.h"

enum { kNodes = 8, kNone = 0, kDummy = 1 };

typedef unsigned long long Link;  // node below, count above

static _Atomic Link head = kDummy;
static _Atomic Link tail = kDummy;
static _Atomic Link next[kNodes];
static int items[kNodes];

static unsigned node_of(Link link) { return (unsigned)link; }
static Link link_to(unsigned node, Link before) { return (((before >> 32) + 1) << 32) | node; }

static int replace(_Atomic Link* place, Link seen, unsigned node) {
  return atomic_compare_exchange_strong_explicit(place, &seen, link_to(node, seen), memory_order_release,
                                                 memory_order_relaxed);
}

static void enqueue(int self) {
  const unsigned node = (unsigned)self + 2;
  items[node] = self * 10;
  Link last;
  for (;;) {
    last = atomic_load_explicit(&tail, memory_order_acquire);
    const Link after = atomic_load_explicit(&next[node_of(last)], memory_order_acquire);
    if (last != atomic_load_explicit(&tail, memory_order_relaxed)) continue;
    if (node_of(after) != kNone) {
      replace(&tail, last, node_of(after));
    } else if (replace(&next[node_of(last)], after, node)) {
      break;
    }
  }
  replace(&tail, last, node);
}

static int dequeue(int* item) {
  for (;;) {
    const Link first = atomic_load_explicit(&head, memory_order_acquire);
    const Link last = atomic_load_explicit(&tail, memory_order_acquire);
    const Link after = atomic_load_explicit(&next[node_of(first)], memory_order_acquire);
    if (first != atomic_load_explicit(&head, memory_order_relaxed)) continue;
    if (node_of(first) == node_of(last)) {
      if (node_of(after) == kNone) return 0;
      replace(&tail, last, node_of(after));
    } else {
      *item = items[node_of(after)];
      if (replace(&head, first, node_of(after))) return 1;
    }
  }
}

static void writer(int self) { enqueue(self); }

static void reader(int self) {
  (void)self;
  int item = 0;
  dequeue(&item);
}

static void both(int self) {
  writer(self);
  reader(self);
}

int main(int count, char** arguments) {
  (void)count;
  add_threads(number(arguments[1]), writer);
  add_threads(number(arguments[2]), reader);
  add_threads(number(arguments[3]), both);
  together();
}
