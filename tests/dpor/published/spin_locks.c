// Spin locks that threads take once each: which one, and how many threads.
//   t: a ticket lock (Mellor-Crummey and Scott, TOCS 1991).
//   s: test and test-and-set (Rudolph and Segall, ISCA 1984).
//   w: a ticket lock with a waiting array (Dice and Kogan, Euro-Par 2019).
//   m: the queue lock of Mellor-Crummey and Scott (TOCS 1991).
// With two threads these are GenMC's ticketlock, ttaslock, twalock and mcs_spinlock.
// CLASSES: t 2 = 2 + 0, at most 0 redundant
// CLASSES: t 3 = 6 + 0, at most 0 redundant
// CLASSES: s 2 = 4 + 0, at most 3 redundant
// CLASSES: s 3 = 36 + 0, at most 57 redundant
// CLASSES: w 2 = 4 + 0, at most 0 redundant
// CLASSES: w 3 = 96 + 0, at most 0 redundant
// CLASSES: m 2 = 6 + 0, at most 0 redundant
// CLASSES: m 3 = 66 + 0, at most 0 redundant
#include <stdatomic.h>

#include "threads.h"

enum { kNear = 1, kCells = 64 };

static int shared;

static atomic_int next_ticket;
static atomic_int serving;

static void ticket_lock(void) {
  const int ticket = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
  while (atomic_load_explicit(&serving, memory_order_acquire) != ticket) {
  }
}

static void ticket_unlock(void) {
  const int served = atomic_load_explicit(&serving, memory_order_relaxed);
  atomic_store_explicit(&serving, served + 1, memory_order_release);
}

static atomic_int taken;

static void test_lock(void) {
  do {
    while (atomic_load_explicit(&taken, memory_order_relaxed)) {
    }
  } while (atomic_exchange_explicit(&taken, 1, memory_order_acquire));
}

static void test_unlock(void) { atomic_store_explicit(&taken, 0, memory_order_release); }

static atomic_int waiting[kCells];

// Who is not next waits at a cell of its own, and looks at the lock when that changes.
static void wait_far(int ticket) {
  atomic_int* cell = &waiting[ticket % kCells];
  int seen = atomic_load_explicit(cell, memory_order_acquire);
  while (ticket - atomic_load_explicit(&serving, memory_order_relaxed) > kNear) {
    int now;
    do {
      now = atomic_load_explicit(cell, memory_order_acquire);
    } while (now == seen);
    seen = now;
  }
}

static void array_lock(void) {
  const int ticket = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
  const int distance = ticket - atomic_load_explicit(&serving, memory_order_acquire);
  if (distance == 0) return;
  if (distance > kNear) wait_far(ticket);
  while (atomic_load_explicit(&serving, memory_order_acquire) != ticket) {
  }
}

static void array_unlock(void) {
  const int next = atomic_load_explicit(&serving, memory_order_relaxed) + 1;
  atomic_store_explicit(&serving, next, memory_order_release);
  atomic_fetch_add_explicit(&waiting[(next + kNear) % kCells], 1, memory_order_release);
}

struct Node {
  _Atomic(struct Node*) next;
  atomic_int may_enter;
};

static struct Node nodes[MOST_THREADS];
static _Atomic(struct Node*) last;

static void queue_lock(struct Node* node) {
  atomic_store_explicit(&node->may_enter, 0, memory_order_relaxed);
  atomic_store_explicit(&node->next, 0, memory_order_relaxed);
  struct Node* before = atomic_exchange_explicit(&last, node, memory_order_acq_rel);
  if (!before) return;
  atomic_store_explicit(&before->next, node, memory_order_relaxed);
  while (!atomic_load_explicit(&node->may_enter, memory_order_acquire)) {
  }
}

static void queue_unlock(struct Node* node) {
  struct Node* after = atomic_load_explicit(&node->next, memory_order_relaxed);
  if (!after) {
    struct Node* own = node;
    if (atomic_compare_exchange_strong_explicit(&last, &own, 0, memory_order_release, memory_order_relaxed)) return;
    do {
      after = atomic_load_explicit(&node->next, memory_order_relaxed);
    } while (!after);
  }
  atomic_store_explicit(&after->may_enter, 1, memory_order_release);
}

static void ticket_user(int self) {
  ticket_lock();
  shared = self;
  ticket_unlock();
}

static void test_user(int self) {
  test_lock();
  shared = self;
  test_unlock();
}

static void array_user(int self) {
  array_lock();
  shared = self;
  array_unlock();
}

static void queue_user(int self) {
  queue_lock(&nodes[self]);
  shared = self;
  queue_unlock(&nodes[self]);
}

static void (*user_of(char lock))(int) {
  if (lock == 't') return ticket_user;
  if (lock == 's') return test_user;
  if (lock == 'w') return array_user;
  return queue_user;
}

int main(int count, char** words) {
  (void)count;
  add_threads(number(words[2]), user_of(words[1][0]));
  together();
}
