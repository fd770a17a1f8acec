// Volatile accesses of memory that other threads can reach are events, and loops that only look at them are awaits.
// The order 6 says that an access was volatile and not atomic.
// RUN: %sleave_clang -O0 -o - %s | %FileCheck %s
// RUN: %sleave_clang -O1 -o - %s | %FileCheck %s
// RUN: %sleave_clang -O2 -o - %s | %FileCheck %s
#include <stdatomic.h>

volatile int flag;
volatile char letter;
volatile double number;
int* volatile pointer;
struct Pair {
  int first, second;
};
volatile struct Pair pair;
volatile atomic_int counter;

// CHECK-LABEL: define {{.*}} @loads(
// CHECK: call i32 @__sleave_atomic_load_4(ptr @flag, i32 6)
// CHECK: call zeroext i8 @__sleave_atomic_load_1(ptr @letter, i32 6)
// CHECK: call i64 @__sleave_atomic_load_8(ptr @number, i32 6)
// CHECK: call i64 @__sleave_atomic_load_8(ptr @pointer, i32 6)
// CHECK-NOT: load volatile
// CHECK: ret double
double loads(void) { return flag + letter + number + (pointer == &pair.first); }

// CHECK-LABEL: define {{.*}} @stores(
// CHECK: call void @__sleave_atomic_store_4(ptr @flag, i32 1, i32 6)
// CHECK: call void @__sleave_atomic_store_1(ptr @letter, i8 {{.*}}2, i32 6)
// CHECK: call void @__sleave_atomic_store_4({{.*}}, i32 3, i32 6)
// CHECK: ret void
void stores(void) {
  flag = 1;
  letter = 2;
  pair.second = 3;
}

// An atomic object that is volatile as well keeps its own order.
// CHECK-LABEL: define {{.*}} @atomics(
// CHECK: call i32 @__sleave_atomic_load_4(ptr @counter, i32 5)
// CHECK: call i32 @__sleave_atomic_load_4(ptr @counter, i32 0)
// CHECK: ret i32
int atomics(void) { return atomic_load(&counter) + atomic_load_explicit(&counter, memory_order_relaxed); }

// What no other thread can reach is not an event.
// CHECK-LABEL: define {{.*}} @local(
// CHECK-NOT: __sleave_atomic
// CHECK: ret i32
int local(void) {
  volatile int sum = 0;
  for (int i = 0; i < 10; ++i) sum += i;
  return sum;
}

// CHECK-LABEL: define {{.*}} @wait_for_flag(
// CHECK: call void @__sleave_await(
// CHECK: call i32 @__sleave_atomic_load_4(ptr @flag, i32 6)
// CHECK: ret void
void wait_for_flag(void) {
  while (!flag) {
  }
}

// A loop that counts in private memory waits for nobody.
// CHECK-LABEL: define {{.*}} @delay(
// CHECK-NOT: __sleave_await
// CHECK: ret void
void delay(void) {
  for (volatile int i = 0; i < 1000; ++i) {
  }
}
