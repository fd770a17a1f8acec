// libstdc++'s polling loops become one poll, its count of waiters is no event, and nothing depends on it.
// RUN: %sleave_clang -std=c++20 -O1 -o - %s | %FileCheck %s
// RUN: %sleave_clang -std=c++20 -O0 -o - %s | %FileCheck %s --check-prefix=NONE

#include <atomic>
#include <semaphore>

// CHECK-LABEL: define {{.*}} @_Z4waitRSt6atomicIiE(
// CHECK: @_ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv
// CHECK-NOT: __sleave_pause
// CHECK: @__sleave_atomic_load_4(
// CHECK-NOT: sched_yield
// CHECK: @syscall
void wait(std::atomic<int>& word) { word.wait(1); }

// CHECK-LABEL: define {{.*}} @_Z7acquireRSt18counting_semaphoreILl{{[0-9]+}}EE(
// CHECK-NOT: __sleave_pause
// CHECK-NOT: sched_yield
// CHECK: ret void
void acquire(std::counting_semaphore<>& semaphore) { semaphore.acquire(); }

// CHECK-LABEL: define {{.*}} @_Z6notifyRSt6atomicIiE(
// CHECK: @_ZNKSt8__detail18__waiter_pool_base10_M_waitingEv(
// CHECK-NOT: br i1
// CHECK: @syscall
// CHECK: ret void
void notify(std::atomic<int>& word) { word.notify_one(); }

// CHECK-LABEL: define {{.*}} @_ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv(
// CHECK-NOT: __sleave_
// CHECK: atomicrmw add
// CHECK: ret void

// NONE-LABEL: define {{.*}} @_ZNSt8__detail13__atomic_spinI
// NONE-NOT: __thread_
// NONE: icmp slt i32 {{.*}}, 1{{$}}
// NONE: ret i1
