// RUN: %sleave_clang -O2 -o - %s | %FileCheck %s
//
// The message is read only where the source reads it: behind the test of the flag.

extern _Atomic int published;
int message;

// CHECK-LABEL: define {{.*}} @receive(
// CHECK: call i32 @__sleave_atomic_load_4(
// CHECK: br i1
// CHECK: call void @__sleave_read_4(
// CHECK: load i32, ptr @message
int receive(void) { return __c11_atomic_load(&published, __ATOMIC_ACQUIRE) ? message : 0; }
