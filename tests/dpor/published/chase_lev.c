// The work-stealing deque of Chase and Lev (SPAA 2005) with the orders of Le, Pop, Cohen and Zappa Nardelli (PPoPP
// 2013), without growth: the owner pushes A times, pops B times and pushes C times; each further argument is a thief
// that steals so often.
//   5 3 2 1: GenMC's chase-lev. 2 1 1 2 1: its dq.
// CLASSES: 5 3 2 1 = 59 + 0, at most 0 redundant
// CLASSES: 2 1 1 2 1 = 1373 + 0, at most 0 redundant
// RC11: 5 3 2 1 = 65
// RC11: 2 1 1 2 1 = 1924
#include <stdatomic.h>

#include "threads.h"

enum { kCells = 10, kNothing = -1 };

static atomic_long bottom;
static atomic_long top;
static atomic_long cells[kCells];

static void push(long item) {
  const long end = atomic_load_explicit(&bottom, memory_order_relaxed);
  const long begin = atomic_load_explicit(&top, memory_order_acquire);
  if (end - begin >= kCells) return;
  atomic_store_explicit(&cells[end % kCells], item, memory_order_relaxed);
  atomic_store_explicit(&bottom, end + 1, memory_order_release);
}

static long pop(void) {
  const long end = atomic_load_explicit(&bottom, memory_order_relaxed);
  atomic_store_explicit(&bottom, end - 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  long begin = atomic_load_explicit(&top, memory_order_relaxed);
  if (begin >= end) {
    atomic_store_explicit(&bottom, end, memory_order_relaxed);
    return kNothing;
  }
  const long item = atomic_load_explicit(&cells[(end - 1) % kCells], memory_order_relaxed);
  if (end - begin > 1) return item;
  const int won =
      atomic_compare_exchange_strong_explicit(&top, &begin, begin + 1, memory_order_seq_cst, memory_order_relaxed);
  atomic_store_explicit(&bottom, end, memory_order_relaxed);
  return won ? item : kNothing;
}

static long steal(void) {
  long begin = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  const long end = atomic_load_explicit(&bottom, memory_order_acquire);
  if (begin >= end) return kNothing;
  const long item = atomic_load_explicit(&cells[begin % kCells], memory_order_relaxed);
  const int won =
      atomic_compare_exchange_strong_explicit(&top, &begin, begin + 1, memory_order_seq_cst, memory_order_relaxed);
  return won ? item : kNothing;
}

static int pushes;
static int pops;
static int more_pushes;
static int steals[MOST_THREADS];

static void owner(int self) {
  (void)self;
  for (int i = 0; i < pushes; ++i) push(i + 1);
  for (int i = 0; i < pops; ++i) pop();
  for (int i = 0; i < more_pushes; ++i) push(pushes + i + 1);
}

static void thief(int self) {
  for (int i = 0; i < steals[self]; ++i) steal();
}

int main(int count, char** words) {
  pushes = number(words[1]);
  pops = number(words[2]);
  more_pushes = number(words[3]);
  add_thread(owner);
  for (int i = 4; i < count; ++i) {
    steals[i - 3] = number(words[i]);
    add_thread(thief);
  }
  together();
}
