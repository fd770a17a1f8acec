// PACKAGE: libck-dev
// LINK: -lck
// RACES: _ck_ring
// UNCONTROLLED: inline?assembly
// Concurrency Kit: rings, a stack, a queue and spin locks. Its atomic operations are inline assembly; those on two
// words have their address in a register, where it is not followed.
#include <ck_fifo.h>
#include <ck_ring.h>
#include <ck_spinlock.h>
#include <ck_stack.h>
#include <pthread.h>
#include <sched.h>

#include "conserve.h"

enum { EACH = 4, RING_SIZE = 4, THREADS = 4 };

typedef struct {
  int (*put)(unsigned value);
  int (*get)(unsigned* value);
} container;

static const container* tested;
static taken_values taken[2];
static unsigned left;

static void* produce(void* number) {
  const unsigned producer = (unsigned)(size_t)number;
  for (unsigned i = 0; i < EACH; ++i) {
    while (!tested->put(make_value(producer, i))) sched_yield();
  }
  return NULL;
}

static void* consume(void* number) {
  const size_t consumer = (size_t)number;
  unsigned value;
  while (ck_pr_load_uint(&left) > 0) {
    if (tested->get(&value)) {
      take(&taken[consumer], value);
      ck_pr_dec_uint(&left);
    } else {
      sched_yield();
    }
  }
  return NULL;
}

static void pass_through(const container* through, size_t pairs, int in_order) {
  pthread_t threads[THREADS];
  tested = through;
  left = (unsigned)pairs * EACH;
  for (size_t i = 0; i < pairs; ++i) {
    taken[i].count = 0;
    pthread_create(&threads[2 * i], NULL, produce, (void*)i);
    pthread_create(&threads[2 * i + 1], NULL, consume, (void*)i);
  }
  for (size_t i = 0; i < 2 * pairs; ++i) pthread_join(threads[i], NULL);
  expect_conserved(taken, (unsigned)pairs, (unsigned)pairs, EACH);
  for (size_t i = 0; in_order && i < pairs; ++i) expect_in_order(&taken[i]);
}

static ck_ring_t ring;
static ck_ring_buffer_t ring_buffer[RING_SIZE];
static int put_single(unsigned value) { return ck_ring_enqueue_spsc(&ring, ring_buffer, (void*)(size_t)(value + 1)); }
static int get_single(unsigned* value) {
  void* item;
  if (!ck_ring_dequeue_spsc(&ring, ring_buffer, &item)) return 0;
  *value = (unsigned)(size_t)item - 1;
  return 1;
}
static int put_many(unsigned value) { return ck_ring_enqueue_mpmc(&ring, ring_buffer, (void*)(size_t)(value + 1)); }
static int get_many(unsigned* value) {
  void* item;
  if (!ck_ring_dequeue_mpmc(&ring, ring_buffer, &item)) return 0;
  *value = (unsigned)(size_t)item - 1;
  return 1;
}

typedef struct {
  ck_stack_entry_t link;
  unsigned value;
} stack_entry;
static ck_stack_t stack = CK_STACK_INITIALIZER;
static int put_stack(unsigned value) {
  stack_entry* entry = malloc(sizeof(*entry));
  entry->value = value;
  ck_stack_push_mpmc(&stack, &entry->link);
  return 1;
}
static int get_stack(unsigned* value) {
  ck_stack_entry_t* entry = ck_stack_pop_mpmc(&stack);
  if (!entry) return 0;
  *value = ((stack_entry*)entry)->value;
  return 1;
}

static ck_fifo_mpmc_t fifo;
static int put_fifo(unsigned value) {
  ck_fifo_mpmc_entry_t* entry = malloc(sizeof(*entry));
  ck_fifo_mpmc_enqueue(&fifo, entry, (void*)(size_t)(value + 1));
  return 1;
}
static int get_fifo(unsigned* value) {
  void* item;
  ck_fifo_mpmc_entry_t* garbage;
  if (!ck_fifo_mpmc_dequeue(&fifo, &item, &garbage)) return 0;
  *value = (unsigned)(size_t)item - 1;
  return 1;
}

static ck_spinlock_ticket_t ticket_lock = CK_SPINLOCK_TICKET_INITIALIZER;
static ck_spinlock_mcs_t mcs_lock = NULL;
static unsigned under_ticket, under_mcs;

static void* count(void* nothing) {
  for (unsigned i = 0; i < 2; ++i) {
    ck_spinlock_ticket_lock(&ticket_lock);
    ++under_ticket;
    ck_spinlock_ticket_unlock(&ticket_lock);
    ck_spinlock_mcs_context_t place;
    ck_spinlock_mcs_lock(&mcs_lock, &place);
    ++under_mcs;
    ck_spinlock_mcs_unlock(&mcs_lock, &place);
  }
  return nothing;
}

static void locks(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  expect(under_ticket == 2 * THREADS && under_mcs == 2 * THREADS, "an update under a lock was lost");
}

int main(void) {
  ck_ring_init(&ring, RING_SIZE);
  pass_through(&(container){put_single, get_single}, 1, 1);
  ck_ring_init(&ring, RING_SIZE);
  pass_through(&(container){put_many, get_many}, 2, 1);
  pass_through(&(container){put_stack, get_stack}, 2, 0);
  ck_fifo_mpmc_init(&fifo, malloc(sizeof(ck_fifo_mpmc_entry_t)));
  pass_through(&(container){put_fifo, get_fifo}, 2, 1);
  locks();
}
