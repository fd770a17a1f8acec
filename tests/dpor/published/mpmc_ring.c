// A bounded queue with one word for the numbers of begun reads and writes (Bloom's mpmc_boundq, in the benchmarks of
// Norris and Demsky, OOPSLA 2013). It has one element at first; A threads write one, B read until it is empty.
//   1 1: GenMC's mpmc-queue.
// CLASSES: 1 1 = 3 + 0, at most 2 redundant
// CLASSES: 2 1 = 22 + 0, at most 33 redundant
// CLASSES: 2 2 = 284 + 0, at most 554 redundant
#include <stdatomic.h>

#include "threads.h"

enum { kCells = 4 };

static int cells[kCells];
static atomic_uint begun;  // reads above, writes below
static atomic_uint reads;  // that are done
static atomic_uint writes;

static unsigned reads_of(unsigned word) { return word >> 16; }
static unsigned writes_of(unsigned word) { return word & 0xffff; }

static void put(int item) {
  unsigned seen = atomic_load_explicit(&begun, memory_order_acquire);
  for (;;) {
    if (writes_of(seen) == ((reads_of(seen) + kCells) & 0xffff)) return;
    const unsigned after = (reads_of(seen) << 16) | ((writes_of(seen) + 1) & 0xffff);
    if (atomic_compare_exchange_weak_explicit(&begun, &seen, after, memory_order_acq_rel, memory_order_acquire)) break;
  }
  while (atomic_load_explicit(&reads, memory_order_acquire) != reads_of(seen)) {
  }
  cells[writes_of(seen) % kCells] = item;
  atomic_fetch_add_explicit(&writes, 1, memory_order_release);
}

static int get(int* item) {
  unsigned seen = atomic_load_explicit(&begun, memory_order_acquire);
  for (;;) {
    if (writes_of(seen) == reads_of(seen)) return 0;
    if (atomic_compare_exchange_weak_explicit(&begun, &seen, seen + (1 << 16), memory_order_acq_rel,
                                              memory_order_acquire))
      break;
  }
  while (atomic_load_explicit(&writes, memory_order_acquire) != writes_of(seen)) {
  }
  *item = cells[reads_of(seen) % kCells];
  atomic_fetch_add_explicit(&reads, 1, memory_order_release);
  return 1;
}

static void writer(int self) { put(self); }

static void reader(int self) {
  (void)self;
  int item = 0;
  while (get(&item)) {
  }
}

int main(int count, char** words) {
  (void)count;
  put(17);
  add_threads(number(words[1]), writer);
  add_threads(number(words[2]), reader);
  together();
}
