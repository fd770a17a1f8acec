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
