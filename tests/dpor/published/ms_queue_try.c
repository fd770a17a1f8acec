// The queue of Michael and Scott with attempts that give up and a tail that is stored, not exchanged, as Pulte,
// Pichon-Pharabod, Kang, Lee and Hur (PLDI 2019) use it. The first thread makes the queue; the others leave if they
// come before that. Each argument of two digits is a thread that enqueues and dequeues so often.
//   10 10 01: GenMC's qu; with -DRELAXED its qu-opt, in which only what a lookup follows releases.
// CLASSES: 10 10 01 = 39 + 0, at most 0 redundant
// RC11: 10 10 01 = 75
// RC11, RELAXED: 10 10 01 = 132
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
  _Atomic(struct Node*) next;
};

static struct Node dummy;
static _Atomic(struct Node*) head;
static _Atomic(struct Node*) tail;
static atomic_bool made;
static struct Node nodes[MOST_THREADS][kNodes];
static int used[MOST_THREADS];

static void make(void) {
  atomic_store_explicit(&dummy.next, 0, memory_order_release);
  atomic_store_explicit(&head, &dummy, memory_order_release);
  atomic_store_explicit(&tail, &dummy, memory_order_release);
  atomic_store_explicit(&made, 1, memory_order_release);
}

static struct Node* find_last(void) {
  for (;;) {
    struct Node* last = atomic_load_explicit(&tail, ACQUIRE);
    struct Node* after = atomic_load_explicit(&last->next, memory_order_relaxed);
    if (!after) return last;
    atomic_store_explicit(&tail, after, RELEASE);
  }
}

static void try_enqueue(int self, int item) {
  struct Node* node = &nodes[self][used[self]++];
  atomic_store_explicit(&node->item, item, memory_order_relaxed);
  atomic_store_explicit(&node->next, 0, memory_order_relaxed);
  struct Node* last = find_last();
  struct Node* none = 0;
  if (atomic_compare_exchange_strong_explicit(&last->next, &none, node, memory_order_release, memory_order_relaxed))
    atomic_store_explicit(&tail, node, RELEASE);
}

static void try_dequeue(void) {
  struct Node* first = atomic_load_explicit(&head, ACQUIRE);
  struct Node* after = atomic_load_explicit(&first->next, ACQUIRE);
  if (!after) return;
  if (atomic_compare_exchange_strong_explicit(&head, &first, after, memory_order_relaxed, memory_order_relaxed))
    atomic_load_explicit(&after->item, memory_order_relaxed);
}

static const char* times[MOST_THREADS];

static void user(int self) {
  if (self == 0) make();
  if (self != 0 && !atomic_load_explicit(&made, memory_order_acquire)) return;
  for (int i = 0; i < number(times[self]); ++i) try_enqueue(self, i + 1);
  for (int i = 0; i < number(times[self] + 1); ++i) try_dequeue();
}

int main(int count, char** words) {
  for (int i = 1; i < count; ++i) {
    times[i - 1] = words[i];
    add_thread(user);
  }
  together();
}
