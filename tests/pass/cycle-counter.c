// RUN: %sleave_clang -O1 -o - %s | %FileCheck %s

// CHECK-LABEL: define {{.*}} @counter(
unsigned long long counter(void) {
  // CHECK: call i64 @__sleave_cycle_counter()
  // CHECK: call i64 @__sleave_cycle_counter()
  // CHECK-NOT: rdtsc
  // CHECK: ret i64
  return __builtin_readcyclecounter() + __builtin_ia32_rdtsc();
}

// CHECK-LABEL: define {{.*}} @with_processor(
unsigned long long with_processor(unsigned* processor) {
  // CHECK: [[T:%.*]] = notail call i64 @__sleave_cycle_counter()
  // CHECK: [[R:%.*]] = insertvalue { i64, i32 } zeroinitializer, i64 [[T]], 0
  // CHECK: [[P:%.*]] = extractvalue { i64, i32 } [[R]], 1
  // CHECK: store i32 [[P]]
  return __builtin_ia32_rdtscp(processor);
}

// CHECK-LABEL: define {{.*}} @by_hand(
unsigned long long by_hand(void) {
  unsigned low, high;
  // CHECK: [[T:%.*]] = notail call i64 @__sleave_cycle_counter()
  // CHECK: [[L:%.*]] = and i64 [[T]], 4294967295
  // CHECK: [[H:%.*]] = lshr i64 [[T]], 32
  // CHECK: trunc i64 [[L]] to i32
  // CHECK: trunc i64 [[H]] to i32
  // CHECK-NOT: rdtsc
  // CHECK: ret i64
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return (unsigned long long)high << 32 | low;
}
