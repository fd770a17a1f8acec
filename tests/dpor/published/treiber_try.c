// Treiber's stack with attempts that give up, the stack of Pulte, Pichon-Pharabod, Kang, Lee and Hur (PLDI 2019): each
// argument of three digits is a thread that pushes, pops and pushes so often.
//   210 011: GenMC's stc.
// CLASSES: 210 011 = 37 + 0, at most 0 redundant
// RC11: 210 011 = 37
// RC11, RELAXED: 210 011 = 183
#include <stdatomic.h>

#include "threads.h"

#ifdef RELAXED
#define ACQUIRE memory_order_relaxed
#define RELEASE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#endif

enum { kNodes = 4 };

struct Node {
  atomic_int item;
  _Atomic(struct Node*) below;
};

static _Atomic(struct Node*) top;
static struct Node nodes[MOST_THREADS][kNodes];
static int used[MOST_THREADS];

static int try_push(int self, int item) {
  struct Node* node = &nodes[self][used[self]++];
  atomic_store_explicit(&node->item, item, memory_order_relaxed);
  struct Node* seen = atomic_load_explicit(&top, memory_order_relaxed);
  atomic_store_explicit(&node->below, seen, memory_order_relaxed);
  return atomic_compare_exchange_strong_explicit(&top, &seen, node, memory_order_release, memory_order_relaxed);
}

static int try_pop(int* item) {
  struct Node* seen = atomic_load_explicit(&top, ACQUIRE);
  if (!seen) return 0;
  *item = atomic_load_explicit(&seen->item, memory_order_relaxed);
  struct Node* after = atomic_load_explicit(&seen->below, memory_order_relaxed);
  return atomic_compare_exchange_strong_explicit(&top, &seen, after, RELEASE, memory_order_relaxed);
}

static const char* times[MOST_THREADS];

static void user(int self) {
  int item = 1;
  int found = 0;
  for (int i = 0; i < number(times[self]); ++i) item += try_push(self, item);
  for (int i = 0; i < number(times[self] + 1); ++i) try_pop(&found);
  for (int i = 0; i < number(times[self] + 2); ++i) item += try_push(self, item);
}

int main(int count, char** words) {
  for (int i = 1; i < count; ++i) {
    times[i - 1] = words[i];
    add_thread(user);
  }
  together();
}
