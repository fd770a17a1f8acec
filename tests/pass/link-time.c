// Bitcode that was compiled without the pass is instrumented by the last step of full link-time optimisation; bitcode
// that has been is left alone.
// RUN: %clang_plain -O1 -flto -c -emit-llvm -o %t.plain.bc %s
// RUN: %opt -load-pass-plugin=%plugin -passes='lto<O2>' -S %t.plain.bc | %FileCheck %s
// RUN: %clang_plain -O1 -flto -c -emit-llvm -fpass-plugin=%plugin -o %t.done.bc %s
// RUN: %opt -load-pass-plugin=%plugin -passes='lto<O2>' -S %t.done.bc | %FileCheck %s

int shared;

// CHECK: define {{.*}} @set(
// CHECK-COUNT-1: call void @__sleave_write_4(ptr {{(nonnull )?}}@shared)
// CHECK-NOT: call void @__sleave_write_4(
void set(int n) { shared = n; }
