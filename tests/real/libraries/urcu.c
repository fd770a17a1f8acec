// PACKAGE: liburcu-dev
// LINK: -lurcu -lurcu-cds
// RACES: cds_wfcq urcu_common_wake_up_gp published_value
// UNCONTROLLED: urcu_memb_* code?without?a?name
// Userspace RCU: readers against a writer that replaces and frees, deferred frees, and its wait-free queue. Half of it
// is inline in the headers, in assembly; grace periods and the thread that frees are in liburcu itself, which is not
// instrumented. Races: where it means an atomic it writes volatile, in the queue, in the wake-up of a grace period, and
// to publish what was enqueued.
#define _LGPL_SOURCE
#include <pthread.h>
#include <sched.h>
#include <urcu.h>
#include <urcu/wfcqueue.h>

#include "conserve.h"

enum { ROUNDS = 3, EACH = 4 };

typedef struct {
  struct rcu_head head;
  int number;
  int double_number;
} record;

static record* current;

static record* make_record(int number) {
  record* made = malloc(sizeof(*made));
  made->number = number;
  made->double_number = 2 * number;
  return made;
}

static void spoil(record* old) {
  old->number = -1;
  old->double_number = 1;
  free(old);
}

static void spoil_later(struct rcu_head* head) { spoil(caa_container_of(head, record, head)); }

static void* read_records(void* nothing) {
  rcu_register_thread();
  for (int i = 0, last = 0; i < ROUNDS; ++i) {
    rcu_read_lock();
    const record* seen = rcu_dereference(current);
    expect(seen->double_number == 2 * seen->number, "a record was freed under its reader");
    expect(seen->number >= last, "a newer record was replaced by an older one");
    last = seen->number;
    rcu_read_unlock();
  }
  rcu_unregister_thread();
  return nothing;
}

static void* replace_records(void* nothing) {
  rcu_register_thread();
  for (int i = 1; i <= ROUNDS; ++i) {
    record* old = rcu_xchg_pointer(&current, make_record(i));
    if (i == ROUNDS) {
      call_rcu(&old->head, spoil_later);
    } else {
      synchronize_rcu();
      spoil(old);
    }
  }
  rcu_unregister_thread();
  return nothing;
}

static void records(void) {
  pthread_t readers[2], writer;
  current = make_record(0);
  pthread_create(&readers[0], NULL, read_records, NULL);
  pthread_create(&readers[1], NULL, read_records, NULL);
  pthread_create(&writer, NULL, replace_records, NULL);
  pthread_join(readers[0], NULL);
  pthread_join(readers[1], NULL);
  pthread_join(writer, NULL);
  rcu_barrier();
}

typedef struct {
  struct cds_wfcq_node link;
  unsigned value;
} item;

static struct cds_wfcq_head queue_head;
static struct cds_wfcq_tail queue_tail;
static taken_values taken;

static void* produce(void* number) {
  for (unsigned i = 0; i < EACH; ++i) {
    item* made = malloc(sizeof(*made));
    cds_wfcq_node_init(&made->link);
    made->value = make_value((unsigned)(size_t)number, i);
    cds_wfcq_enqueue(&queue_head, &queue_tail, &made->link);
  }
  return NULL;
}

static unsigned published_value(struct cds_wfcq_node* node) { return caa_container_of(node, item, link)->value; }

static void* consume(void* nothing) {
  while (taken.count < 2 * EACH) {
    struct cds_wfcq_node* node = cds_wfcq_dequeue_blocking(&queue_head, &queue_tail);
    if (node) {
      take(&taken, published_value(node));
    } else {
      sched_yield();
    }
  }
  return nothing;
}

static void queue(void) {
  pthread_t threads[3];
  cds_wfcq_init(&queue_head, &queue_tail);
  pthread_create(&threads[0], NULL, produce, (void*)0);
  pthread_create(&threads[1], NULL, produce, (void*)1);
  pthread_create(&threads[2], NULL, consume, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  expect_conserved(&taken, 1, 2, EACH);
  expect_in_order(&taken);
}

int main(void) {
  records();
  queue();
}
