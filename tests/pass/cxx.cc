// What C++ adds: static initialisers, virtual calls, inline functions.
// RUN: %sleave_clang -std=c++20 -O1 -o %t.ll %s
// RUN: %verify %t.ll
// RUN: %FileCheck %s < %t.ll

#include <atomic>
#include <memory>

struct Base {
  virtual ~Base() = default;
  virtual int value() const = 0;
};

// CHECK-LABEL: define {{.*}} @_Z9call_baseRK4Base(
// CHECK: call void @__sleave_read_8(
// CHECK: load ptr
int call_base(const Base& base) { return base.value(); }

int expensive();

// CHECK-LABEL: define {{.*}} @_Z4oncev(
// CHECK: call {{.*}} @__sleave_atomic_load_1(ptr {{.*}}@_ZGVZ4oncevE1x, i32 2)
// CHECK: @__cxa_guard_acquire
int once() {
  static int x = expensive();
  return x;
}

// CHECK-LABEL: define {{.*}} @_Z4copyRSt10shared_ptrIiE(
// CHECK: @__sleave_atomic_rmw_4(
std::shared_ptr<int> copy(std::shared_ptr<int>& p) { return p; }

// CHECK-LABEL: define {{.*}} @_Z3addRSt6atomicIdE(
// CHECK: @__sleave_atomic_cas_8(
double add(std::atomic<double>& d) { return d.fetch_add(1.5); }
