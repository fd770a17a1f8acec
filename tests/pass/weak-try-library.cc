// A try_lock() that lives in a shared library, as libc++'s do, is announced where it is called.
// RUN: %sleave_clang -std=c++20 -O1 -o - %s | %FileCheck %s

namespace std {
inline namespace __1 {
struct mutex {
  bool try_lock();
  void lock();
};
}  // namespace __1
}  // namespace std

// CHECK-LABEL: define {{.*}} @_Z5triesRNSt3__15mutexE(
// CHECK: call void @__sleave_weak_try()
// CHECK-NEXT: call {{.*}} @_ZNSt3__15mutex8try_lockEv(
// CHECK: ret
bool tries(std::mutex& mutex) { return mutex.try_lock(); }

// CHECK-LABEL: define {{.*}} @_Z5locksRNSt3__15mutexE(
// CHECK-NOT: call void @__sleave_weak_try()
// CHECK: ret
void locks(std::mutex& mutex) { mutex.lock(); }
