// Values that decide only how a loop gives way are not among those that its iterations begin with.
// RUN: %sleave_clang -O1 -o - %s | %FileCheck %s
// RUN: %sleave_clang -O2 -o - %s | %FileCheck %s
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

_Atomic int ready;
_Atomic int other;

// CHECK-LABEL: define {{.*}} @paced(
// CHECK: call void @__sleave_await(i32 %{{.*}}, i64 0)
// CHECK: ret void
void paced(void) {
  for (unsigned n = 1; atomic_load(&ready) == 0; n *= 2) {
    if (n > 64)
      sched_yield();
    else
      for (unsigned i = 0; i < n; ++i) __builtin_ia32_pause();
  }
}

// CHECK-LABEL: define {{.*}} @slept(
// CHECK: call void @__sleave_await(i32 %{{.*}}, i64 0)
// CHECK: ret void
void slept(void) {
  while (atomic_load(&ready) == 0) {
    struct timespec time = {0, 1000};
    nanosleep(&time, &time);
  }
}

// CHECK-LABEL: define {{.*}} @slept_longer(
// CHECK: call void @__sleave_await(i32 %{{.*}}, i64 0)
// CHECK: ret void
void slept_longer(void) {
  for (unsigned n = 1; atomic_load(&ready) == 0; ++n) usleep(n);
}

// The value goes from one loop into the other and back; the time of the sleep is set in between.
// CHECK-LABEL: define {{.*}} @tested(
// CHECK: call void @__sleave_await(i32 %{{.*}}, i64 0)
// CHECK: call void @__sleave_await(i32 %{{.*}}, i64 0)
// CHECK: ret void
void tested(void) {
  unsigned n = 1;
  do {
    while (atomic_load(&ready) != 0) {
      if (++n > 9) {
        struct timespec time = {0, 1000};
        nanosleep(&time, NULL);
        n = n / 2 + 1;
      }
    }
  } while (atomic_exchange(&ready, 1));
}

// The number of iterations is known afterwards.
// CHECK-LABEL: define {{.*}} @counted(
// CHECK: call void @__sleave_await(i32 %{{.*}}, i64 %{{.*}})
// CHECK: ret i32
unsigned counted(void) {
  unsigned n = 0;
  for (; atomic_load(&ready) == 0; ++n) sched_yield();
  return n;
}

// It ends the loop, and does nothing else.
// CHECK-LABEL: define {{.*}} @limited(
// CHECK: call void @__sleave_spin(i32 {{[0-9]+}}, i32 %{{.*}})
// CHECK: call void @__sleave_spin_ends(i32 {{[0-9]+}})
// CHECK: ret void
void limited(void) {
  for (unsigned n = 0; atomic_load(&ready) == 0; ++n) {
    if (n == 100) abort();
  }
}

// The same with an exchange, after which the loop is left if it succeeds.
// CHECK-LABEL: define {{.*}} @tries(
// CHECK: call void @__sleave_spin(i32 {{[0-9]+}}, i32 %{{.*}})
// CHECK: call void @__sleave_spin_ends(i32 {{[0-9]+}})
// CHECK: ret i32
int tries(void) {
  for (int left = 100; left > 0; --left) {
    int now = atomic_load(&ready);
    if (now > 0 && atomic_compare_exchange_strong(&ready, &now, now - 1)) return 1;
    atomic_signal_fence(memory_order_acquire);
  }
  return 0;
}

// A round that comes back may have changed something.
// CHECK-LABEL: define {{.*}} @adds(
// CHECK-NOT: call void @__sleave_spin(
// CHECK: ret void
void adds(void) {
  for (int left = 100; left > 0; --left) {
    if (atomic_load(&ready) != 0) atomic_fetch_add(&other, 1);
  }
}

// What the last round found is used afterwards.
// CHECK-LABEL: define {{.*}} @last(
// CHECK-NOT: call void @__sleave_spin(
// CHECK: ret i32
int last(void) {
  int now;
  int left = 3;
  do {
    now = atomic_load(&ready);
    if (now > 0 && atomic_compare_exchange_strong(&ready, &now, now - 1)) return -1;
  } while (--left > 0);
  return now;
}

// What the rounds found is known afterwards.
// CHECK-LABEL: define {{.*}} @sum(
// CHECK-NOT: call void @__sleave_spin(
// CHECK: ret i32
int sum(void) {
  int all = 0;
  for (int left = 100; left > 0; --left) all += atomic_load(&ready);
  return all;
}

// It decides what is looked at.
// CHECK-LABEL: define {{.*}} @sometimes(
// CHECK: call void @__sleave_await(i32 %{{.*}}, i64 %{{.*}})
// CHECK: ret void
void sometimes(void) {
  for (unsigned n = 0; atomic_load(&ready) == 0; ++n) {
    if (n % 8 == 7 && atomic_load(&other) != 0) return;
  }
}

// A loop that might not end for some value.
// CHECK-LABEL: define {{.*}} @stuck(
// CHECK: call void @__sleave_await(i32 %{{.*}}, i64 %{{.*}})
// CHECK: ret void
void stuck(void) {
  for (unsigned n = 0; atomic_load(&ready) == 0; ++n) {
    for (unsigned i = 0; i != n; i += 2) __builtin_ia32_pause();
  }
}

// It may trap.
// CHECK-LABEL: define {{.*}} @divided(
// CHECK: call void @__sleave_await(i32 %{{.*}}, i64 %{{.*}})
// CHECK: ret void
void divided(void) {
  for (unsigned n = 9; atomic_load(&ready) == 0; --n) {
    if (100 % n == 3) sched_yield();
  }
}
