// The queue of Herlihy and Wing (TOPLAS 1990): an enqueuer takes a place and stores there; a dequeuer looks at all
// places until it finds an item. A threads enqueue, B dequeue, C enqueue and dequeue.
//   0 0 2: GenMC's hw-queue.
// CLASSES: 1 1 0 = 1 + 0, at most 2 redundant
// CLASSES: 2 1 0 = 6 + 0, at most 6 redundant
// CLASSES: 0 0 2 = 14 + 0, at most 4 redundant
#include <stdatomic.h>

#include "threads.h"

enum { kPlaces = 8 };

static atomic_int taken;
static atomic_int places[kPlaces];

static void enqueue(int item) {
  const int place = atomic_fetch_add_explicit(&taken, 1, memory_order_release);
  atomic_store_explicit(&places[place], item, memory_order_release);
}

static int dequeue(void) {
  for (;;) {
    const int end = atomic_load_explicit(&taken, memory_order_acquire);
    for (int i = 0; i < end; ++i) {
      if (atomic_load_explicit(&places[i], memory_order_acquire) == 0) continue;
      const int item = atomic_exchange_explicit(&places[i], 0, memory_order_acq_rel);
      if (item != 0) return item;
    }
  }
}

static void writer(int self) { enqueue(self + 1); }

static void reader(int self) {
  (void)self;
  dequeue();
}

static void both(int self) {
  writer(self);
  reader(self);
}

int main(int count, char** words) {
  (void)count;
  add_threads(number(words[1]), writer);
  add_threads(number(words[2]), reader);
  add_threads(number(words[3]), both);
  together();
}
