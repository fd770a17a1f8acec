// The pass runs at every optimisation level, and once with either kind of link-time optimisation.
// RUN: %sleave_clang -O0 -o - %s | %FileCheck %s
// RUN: %sleave_clang -O1 -o - %s | %FileCheck %s
// RUN: %sleave_clang -O2 -g -o - %s | %FileCheck %s
// RUN: %sleave_clang -O3 -o - %s | %FileCheck %s
// RUN: %sleave_clang -Os -o - %s | %FileCheck %s
// RUN: %sleave_clang -Oz -o - %s | %FileCheck %s
// RUN: %sleave_clang -O2 -flto -o - %s | %FileCheck %s
// RUN: %sleave_clang -O2 -flto=thin -o - %s | %FileCheck %s
// RUN: %sleave_clang -O0 -flto -o - %s | %FileCheck %s

int shared;

// CHECK-LABEL: define {{.*}} @set(
// CHECK-COUNT-1: call void @__sleave_write_4(ptr @shared)
// CHECK-NOT: call void @__sleave_write_4(ptr @shared)
// CHECK: define linkonce_odr hidden void @__sleave_module_ctor
void set(int n) { shared = n; }
