// The ring buffer of FreeBSD 8 (buf_ring(9), Macy) for several producers and consumers: a place is taken by a
// compare-exchange of the head, and the tail follows in the same order. Each of A threads enqueues and dequeues once.
//   3: GenMC's buf_ring.
// CLASSES: 2 = 10 + 0, at most 10 redundant
// CLASSES: 3 = 273 + 0, at most 735 redundant
// RC11: 3 = 1218 with RELAXED, as GenMC has it
#include <stdatomic.h>

#include "threads.h"

#ifdef RELAXED
enum { kAcquire = memory_order_relaxed, kRelease = memory_order_relaxed };
#else
enum { kAcquire = memory_order_acquire, kRelease = memory_order_release };
#endif

enum { kPlaces = 8 };

static atomic_uint producer_head;
static atomic_uint producer_tail;
static atomic_uint consumer_head;
static atomic_uint consumer_tail;
static atomic_int places[kPlaces];

static int enqueue(int item) {
  unsigned head;
  unsigned after;
  do {
    head = atomic_load_explicit(&producer_head, memory_order_relaxed);
    const unsigned tail = atomic_load_explicit(&consumer_tail, memory_order_relaxed);
    after = (head + 1) % kPlaces;
    if (after == tail) return 0;
  } while (!atomic_compare_exchange_strong_explicit(&producer_head, &head, after, memory_order_acq_rel,
                                                    memory_order_acquire));
  atomic_store_explicit(&places[head], item, memory_order_relaxed);
  while (atomic_load_explicit(&producer_tail, memory_order_relaxed) != head) {
  }
  atomic_store_explicit(&producer_tail, after, kRelease);
  return 1;
}

static int dequeue(void) {
  unsigned head;
  unsigned after;
  do {
    head = atomic_load_explicit(&consumer_head, memory_order_relaxed);
    const unsigned tail = atomic_load_explicit(&producer_tail, kAcquire);
    after = (head + 1) % kPlaces;
    if (head == tail) return 0;
  } while (!atomic_compare_exchange_strong_explicit(&consumer_head, &head, after, memory_order_acq_rel,
                                                    memory_order_acquire));
  const int item = atomic_load_explicit(&places[head], memory_order_relaxed);
  while (atomic_load_explicit(&consumer_tail, memory_order_relaxed) != head) {
  }
  atomic_store_explicit(&consumer_tail, after, kRelease);
  return item;
}

static void user(int self) {
  enqueue(self + 1);
  dequeue();
}

int main(int count, char** words) {
  (void)count;
  add_threads(number(words[1]), user);
  together();
}
