// Retry loops announce their rounds where a failed one is redundant.
// RUN: %sleave_clang -O1 -o - %s | %FileCheck %s
// RUN: %sleave_clang -O2 -o - %s | %FileCheck %s
#include <stdatomic.h>
#include <stdlib.h>

typedef struct node {
  struct node* _Atomic next;
  int value;
} node;
node* _Atomic top;
_Atomic int word, other;

// CHECK-LABEL: define {{.*}} @push(
// CHECK: call void @__sleave_round_begins(i32 {{[0-9]+}}, i64 0, i32 %{{.*}})
// CHECK: call void @__sleave_private_store()
// CHECK: call void @__sleave_round_ends(i32 {{[0-9]+}}, i64 0, i32 3)
// CHECK: call i32 @__sleave_atomic_cas_8(
// CHECK: ret void
void push(int value) {
  node* made = malloc(sizeof *made);
  made->value = value;
  node* old = atomic_load(&top);
  do {
    atomic_store_explicit(&made->next, old, memory_order_relaxed);
  } while (!atomic_compare_exchange_strong(&top, &old, made));
}

// The loop may end before the first round.
// CHECK-LABEL: define {{.*}} @pop(
// CHECK: call void @__sleave_round_begins(
// CHECK: call void @__sleave_round_ends(i32 {{[0-9]+}}, i64 0, i32 3)
// CHECK: ret i32
int pop(void) {
  node* old = atomic_load(&top);
  while (old) {
    node* next = atomic_load_explicit(&old->next, memory_order_relaxed);
    if (atomic_compare_exchange_weak(&top, &old, next)) return old->value;
  }
  return -1;
}

// What is compared with is loaded in the round.
// CHECK-LABEL: define {{.*}} @reload(
// CHECK: call void @__sleave_round_begins(
// CHECK: call void @__sleave_round_ends(i32 {{[0-9]+}}, i64 0, i32 0)
// CHECK: ret void
void reload(void) {
  int old;
  do old = atomic_load(&word);
  while (!atomic_compare_exchange_weak(&word, &old, old + 1));
}

// Rounds are counted: the number is passed on.
// CHECK-LABEL: define {{.*}} @counts(
// CHECK-NOT: __sleave_round_begins({{.*}}, i64 0, i32
// CHECK: ret i32
int counts(void) {
  int old = atomic_load(&word), n = 0;
  while (!atomic_compare_exchange_strong(&word, &old, old + 1)) ++n;
  return n;
}

// CHECK-LABEL: define {{.*}} @checks_before(
// CHECK-NOT: __sleave_round_
// CHECK: ret void
void checks_before(void) {
  int old = atomic_load(&word);
  if (old == 0) return;
  while (!atomic_compare_exchange_strong(&word, &old, old + 1)) {
  }
}

// CHECK-LABEL: define {{.*}} @fence_between(
// CHECK-NOT: __sleave_round_
// CHECK: ret void
void fence_between(void) {
  int old = atomic_load_explicit(&word, memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  while (!atomic_compare_exchange_strong(&word, &old, old + 1)) {
  }
}

// CHECK-LABEL: define {{.*}} @acts_after_failure(
// CHECK-NOT: __sleave_round_
// CHECK: ret void
void acts_after_failure(void) {
  int old = atomic_load(&word);
  while (!atomic_compare_exchange_strong(&word, &old, old + 1)) atomic_fetch_add(&other, 1);
}

// A block that others may know.
// CHECK-LABEL: define {{.*}} @known_block(
// CHECK-NOT: __sleave_private_store
// CHECK: ret void
void known_block(node* made) {
  node* old = atomic_load(&top);
  do {
    atomic_store_explicit(&made->next, old, memory_order_relaxed);
  } while (!atomic_compare_exchange_strong(&top, &old, made));
}

// A block that is published, and pushed again.
// CHECK-LABEL: define {{.*}} @push_again(
// CHECK-NOT: __sleave_private_store
// CHECK: ret void
void push_again(int times) {
  node* made = malloc(sizeof *made);
  for (int i = 0; i < times; ++i) {
    node* old = atomic_load(&top);
    do {
      atomic_store_explicit(&made->next, old, memory_order_relaxed);
    } while (!atomic_compare_exchange_strong(&top, &old, made));
  }
}

// Nothing feeds the rounds, but a spurious failure changes nothing.
// CHECK-LABEL: define {{.*}} @guesses(
// CHECK: call void @__sleave_round_begins(i32 {{[0-9]+}}, i64 0, i32 %{{.*}})
// CHECK: call void @__sleave_round_ends(i32 {{[0-9]+}}, i64 0, i32 3)
// CHECK: ret void
void guesses(void) {
  int old = 0;
  while (!atomic_compare_exchange_weak(&word, &old, old + 1)) {
  }
}

// What was found is not what the next round expects.
// CHECK-LABEL: define {{.*}} @expects_zero(
// CHECK-NOT: __sleave_round_
// CHECK: ret i32
int expects_zero(void) {
  int seen = 7;
  for (;;) {
    int expected = 0;
    if (atomic_compare_exchange_weak(&word, &expected, 10)) return seen;
    seen = expected;
  }
}
