// The reader-writer lock of older Linux kernels: a word begins with a bias, readers subtract one, writers the bias, and
// who finds too little adds it again and waits. A threads lock for reading, B for writing, C for both in turn.
//   0 0 2: GenMC's linuxrwlocks.
// An attempt that fails changes the word twice, which others may see; so each is another class, and with two threads
// that lock for both there is no end of them.
// CLASSES: 1 1 0 = 6 + 0, at most 0 redundant
// CLASSES: 0 2 0 = 6 + 0, at most 0 redundant
// CLASSES: 2 1 0 = 662 + 0, at most 17 redundant
#include <stdatomic.h>

#include "threads.h"

enum { kBias = 0x100000 };

static atomic_int word = kBias;
static int data;

static void lock_to_read(void) {
  while (atomic_fetch_sub_explicit(&word, 1, memory_order_acquire) <= 0) {
    atomic_fetch_add_explicit(&word, 1, memory_order_relaxed);
    while (atomic_load_explicit(&word, memory_order_relaxed) <= 0) {
    }
  }
}

static void lock_to_write(void) {
  while (atomic_fetch_sub_explicit(&word, kBias, memory_order_acquire) != kBias) {
    atomic_fetch_add_explicit(&word, kBias, memory_order_relaxed);
    while (atomic_load_explicit(&word, memory_order_relaxed) != kBias) {
    }
  }
}

static int seen[MOST_THREADS];

static void reader(int self) {
  lock_to_read();
  seen[self] = data;
  atomic_fetch_add_explicit(&word, 1, memory_order_release);
}

static void writer(int self) {
  lock_to_write();
  data = self;
  atomic_fetch_add_explicit(&word, kBias, memory_order_release);
}

static void both(int self) {
  reader(self);
  writer(self);
}

int main(int count, char** words) {
  (void)count;
  add_threads(number(words[1]), reader);
  add_threads(number(words[2]), writer);
  add_threads(number(words[3]), both);
  together();
}
