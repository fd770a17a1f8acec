// Addresses that become numbers are announced.
// RUN: %sleave_clang -O1 -o - %s | %FileCheck %s
// RUN: %sleave_clang -O2 -o - %s | %FileCheck %s
#include <stddef.h>
#include <stdint.h>

int global;
_Thread_local int own;

// CHECK-LABEL: define {{.*}} @hash(
// CHECK: call void @__sleave_address_number(ptr %{{.*}})
// CHECK: ptrtoint
// CHECK: ret i64
uint64_t hash(void* p) { return (uint64_t)p * 31; }

// CHECK-LABEL: define {{.*}} @less(
// CHECK: call void @__sleave_address_pair(ptr %{{.*}}, ptr %{{.*}})
// CHECK: icmp ult ptr
// CHECK: ret i32
int less(char* p, char* q) { return p < q; }

// CHECK-LABEL: define {{.*}} @distance(
// CHECK-NOT: __sleave_address_number
// CHECK: call void @__sleave_address_pair(ptr %{{.*}}, ptr %{{.*}})
// CHECK-NOT: __sleave_address_number
// CHECK: ret i64
ptrdiff_t distance(char* p, char* q) { return p - q; }

// Whether two are the same says nothing about which they are.
// CHECK-LABEL: define {{.*}} @same(
// CHECK-NOT: __sleave_address
// CHECK: ret i32
int same(char* p, char* q) { return p == q || (uintptr_t)p == (uintptr_t)q || p == NULL; }

// A number that is stored is one.
// CHECK-LABEL: define {{.*}} @keep(
// CHECK: call void @__sleave_address_number(
// CHECK: ret void
void keep(uint64_t* place, void* p) { *place = (uint64_t)p; }

// Atomic pointers are exchanged as numbers.
// CHECK-LABEL: define {{.*}} @publish(
// CHECK-NOT: __sleave_address
// CHECK: ret void
void publish(char* _Atomic* place, char* p) {
  char* old = __c11_atomic_load(place, __ATOMIC_SEQ_CST);
  while (!__c11_atomic_compare_exchange_strong(place, &old, p, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
  }
  __c11_atomic_exchange(place, p, __ATOMIC_SEQ_CST);
}

// All threads see the same address of a variable.
// CHECK-LABEL: define {{.*}} @of_variable(
// CHECK-NOT: __sleave_address
// CHECK: ret i64
uint64_t of_variable(void) { return (uint64_t)&global * 31; }

// But not that of a variable of each thread.
// CHECK-LABEL: define {{.*}} @of_own(
// CHECK: call void @__sleave_address_number(
// CHECK: ret i64
uint64_t of_own(void) { return (uint64_t)&own * 31; }

// CHECK-LABEL: define {{.*}} @within(
// CHECK-NOT: __sleave_address
// CHECK: ret i32
int within(char* p, size_t i, size_t k) { return p + i < p + k; }
