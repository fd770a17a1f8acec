// C++ lets try_lock() of its mutexes fail by itself: the call of pthread's that it ends in is announced, others are
// not.
// RUN: %sleave_clang -std=c++20 -O1 -o - %s | %FileCheck %s
// RUN: %sleave_clang -std=c++20 -O0 -o - %s | %FileCheck --check-prefix=PLAIN %s

#include <pthread.h>

#include <mutex>
#include <semaphore>
#include <shared_mutex>

// CHECK-LABEL: define {{.*}} @_Z9cxx_mutexRSt5mutex(
// CHECK: call void @__sleave_weak_try()
// CHECK: call {{.*}}i32 @pthread_mutex_trylock(
// CHECK: ret
bool cxx_mutex(std::mutex& mutex) { return mutex.try_lock(); }

// CHECK-LABEL: define {{.*}} @_Z11posix_mutexR15pthread_mutex_t(
// CHECK-NOT: call void @__sleave_weak_try()
// CHECK: ret
bool posix_mutex(pthread_mutex_t& mutex) { return pthread_mutex_trylock(&mutex) == 0; }

// CHECK-LABEL: define {{.*}} @_Z12shared_mutexRSt12shared_mutex(
// CHECK: call void @__sleave_weak_try()
// CHECK: call {{.*}}i32 @pthread_rwlock_tryrdlock(
// CHECK: ret
bool shared_mutex(std::shared_mutex& mutex) { return mutex.try_lock_shared(); }

// A semaphore may not come to its compare-exchange.
// CHECK-LABEL: define {{.*}} @_Z9semaphoreRSt18counting_semaphoreILl4EE(
// CHECK: call void @__sleave_weak_try()
// CHECK: call void @__sleave_weak_try_over()
// CHECK: ret
bool semaphore(std::counting_semaphore<4>& permits) { return permits.try_acquire(); }

// PLAIN-LABEL: define {{.*}} @_ZNSt5mutex8try_lockEv(
// PLAIN: call void @__sleave_weak_try()
