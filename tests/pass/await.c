// Loops that only look tell where their iterations begin, and what each hands to the next.
// RUN: %sleave_clang -O1 -o - %s | %FileCheck %s
// RUN: %sleave_clang -O2 -o - %s | %FileCheck %s
// RUN: %sleave_clang -O0 -o - %s | %FileCheck %s --check-prefix=SLOTS
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int flag;
int plain;
void unknown(void);

// The first look is in the loop as well.
// CHECK-LABEL: define {{.*}} @wait_for_flag(
// CHECK: %[[AGAIN:.*]] = phi i32 [ {{[01]}}, %{{.*}} ], [ {{[01]}}, %{{.*}} ]
// CHECK: call void @__sleave_await(i32 %[[AGAIN]], i64 0)
// CHECK: call i32 @__sleave_atomic_load_4(
// CHECK-NOT: __sleave_
// CHECK: call i32 @sched_yield()
// CHECK: ret void
// SLOTS-LABEL: define {{.*}} @wait_for_flag(
// SLOTS: call void @__sleave_await(i32 %{{.*}}, i64 %{{.*}})
// SLOTS: ret void
void wait_for_flag(void) {
  while (!atomic_load(&flag)) sched_yield();
}

// The condition on which it ends, where that is a comparison: 0 equal, 1 not equal, 9 signed at least.
// CHECK-LABEL: define {{.*}} @wait_for_ticket(
// CHECK: call void @__sleave_await_until(i32 0, i64 -1, i64 %{{.*}})
// CHECK: call i32 @__sleave_atomic_load_4(
// CHECK: ret void
void wait_for_ticket(int ticket) {
  while (atomic_load(&flag) != ticket) {
  }
}

// CHECK-LABEL: define {{.*}} @wait_for_bits(
// CHECK: call void @__sleave_await_until(i32 1, i64 6, i64 0)
// CHECK: ret void
void wait_for_bits(void) {
  while (!(atomic_load(&flag) & 6)) {
  }
}

// CHECK-LABEL: define {{.*}} @wait_until_positive(
// CHECK: call void @__sleave_await_until(i32 9, i64 -1, i64 1)
// CHECK: ret void
void wait_until_positive(void) {
  while (atomic_load(&flag) <= 0) {
  }
}

// Two looks, or a value that each iteration computes.
// CHECK-LABEL: define {{.*}} @wait_for_two(
// CHECK-NOT: __sleave_await_until
// CHECK: ret void
void wait_for_two(atomic_int* other) {
  while (!atomic_load(&flag) && !atomic_load(other)) {
  }
}

// Another branch ends it as well.
// CHECK-LABEL: define {{.*}} @wait_for_either(
// CHECK-NOT: __sleave_await_until
// CHECK: ret void
void wait_for_either(int ticket) {
  for (;;) {
    const int seen = atomic_load(&flag);
    if (seen == 0) break;
    if (seen > ticket) break;
  }
}

// What it counts is told.
// CHECK-LABEL: define {{.*}} @count(
// CHECK: call void @__sleave_await(i32 %{{.*}}, i64 %{{.*}})
// CHECK: ret i32
int count(void) {
  int n = 0;
  while (!atomic_load(&flag)) ++n;
  return n;
}

// CHECK-LABEL: define {{.*}} @spin_lock(
// CHECK: call void @__sleave_await(i32 %{{.*}}, i64 0)
// CHECK: call i32 @__sleave_atomic_cas_4(
// CHECK: ret void
void spin_lock(void) {
  int expected = 0;
  while (!atomic_compare_exchange_strong(&flag, &expected, 1)) expected = 0;
}

// An exchange that finds what it stores changes nothing.
// CHECK-LABEL: define {{.*}} @exchange_lock(
// CHECK: call void @__sleave_await(i32 %{{.*}}, i64 0)
// CHECK: call i32 @__sleave_atomic_rmw_4(
// CHECK: ret void
void exchange_lock(void) {
  while (atomic_exchange(&flag, 1)) {
  }
}

// An addition changes something.
// CHECK-LABEL: define {{.*}} @add_until(
// CHECK-NOT: __sleave_await
// CHECK: ret void
void add_until(void) {
  while (atomic_fetch_add(&flag, 1) < 10) {
  }
}

// CHECK-LABEL: define {{.*}} @spin_on_mutex(
// CHECK: call void @__sleave_await(
// CHECK: ret void
void spin_on_mutex(pthread_mutex_t* mutex) {
  while (pthread_mutex_trylock(mutex) != 0) {
  }
}

// Something is left behind, or may be.
// CHECK-LABEL: define {{.*}} @writes_plain(
// CHECK-NOT: __sleave_await
// CHECK: ret void
void writes_plain(void) {
  while (!atomic_load(&flag)) plain = 1;
}

// CHECK-LABEL: define {{.*}} @calls_unknown(
// CHECK-NOT: __sleave_await
// CHECK: ret void
void calls_unknown(void) {
  while (!atomic_load(&flag)) unknown();
}

// Nothing that another thread could change is looked at.
// CHECK-LABEL: define {{.*}} @sums(
// CHECK-NOT: __sleave_await
// CHECK: ret i32
int sums(const int* numbers, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += numbers[i];
  return sum;
}
