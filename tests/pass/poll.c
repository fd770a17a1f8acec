// Loops that poll announce their rounds, what they do besides looking, and where they end.
// RUN: %sleave_clang -O1 -o - %s | %FileCheck %s
// RUN: %sleave_clang -O2 -o - %s | %FileCheck %s
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

pthread_mutex_t lock;
int items;
int others;
_Atomic int closed;
void work(int item);

// CHECK-LABEL: define {{.*}} @take(
// CHECK: call void @__sleave_poll(i32 {{[0-9]+}}, i32 %{{.*}}, i64 0)
// CHECK: call i32 @pthread_mutex_lock(
// CHECK: call void @__sleave_poll_ends(i32 {{[0-9]+}})
// CHECK: ret void
void take(void) {
  for (;;) {
    pthread_mutex_lock(&lock);
    if (items != 0) break;
    pthread_mutex_unlock(&lock);
    sched_yield();
  }
  --items;
  pthread_mutex_unlock(&lock);
}

// A round may also do something and come back.
// CHECK-LABEL: define {{.*}} @serve(
// CHECK: call void @__sleave_poll(i32 {{[0-9]+}}, i32 %{{.*}}, i64 0)
// CHECK: call void @__sleave_poll_acts()
// CHECK: call void @work(
// CHECK: call void @__sleave_poll_ends(i32 {{[0-9]+}})
// CHECK: ret void
void serve(void) {
  while (atomic_load(&closed) == 0) {
    pthread_mutex_lock(&lock);
    int item = items;
    if (item != 0) items = 0;
    pthread_mutex_unlock(&lock);
    if (item != 0) work(item);
  }
}

// Every round changes something.
// CHECK-LABEL: define {{.*}} @count(
// CHECK-NOT: __sleave_poll
// CHECK: ret void
void count(void) {
  int seen;
  do {
    pthread_mutex_lock(&lock);
    seen = items;
    ++others;
    pthread_mutex_unlock(&lock);
  } while (seen == 0);
}

// A sleep is quiet: whether anybody could notice it is seen at run time.
// CHECK-LABEL: define {{.*}} @sleeps(
// CHECK: call void @__sleave_poll(i32 {{[0-9]+}}, i32 %{{.*}}, i64 0)
// CHECK-NOT: __sleave_poll_acts
// CHECK: ret void
void sleeps(void) {
  int seen;
  do {
    pthread_mutex_lock(&lock);
    seen = items;
    pthread_mutex_unlock(&lock);
    usleep(1);
  } while (seen == 0);
}

// Rounds are counted: the number is passed on.
// CHECK-LABEL: define {{.*}} @counts(
// CHECK-NOT: __sleave_poll(i32 {{[0-9]+}}, i32 %{{.*}}, i64 0)
// CHECK: ret i32
int counts(void) {
  for (int n = 0;; ++n) {
    pthread_mutex_lock(&lock);
    int seen = items;
    pthread_mutex_unlock(&lock);
    if (seen != 0) return n;
  }
}

// A copy of an atomic: the store changes nothing while the atomic is the same.
// CHECK-LABEL: define {{.*}} @copies(
// CHECK: call void @__sleave_poll(i32 {{[0-9]+}}, i32 %{{.*}}, i64 {{.*}})
// CHECK: call void @__sleave_poll_stores(i64 %{{.*}}, i64 %{{.*}})
// CHECK-NOT: __sleave_poll_acts
// CHECK: ret void
void copies(void) {
  while (items == others) items = atomic_load(&closed);
}
