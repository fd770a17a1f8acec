// A report of UndefinedBehaviorSanitizer ends the run: rounds of a retry loop are announced although one may make one.
// RUN: %sleave_clang -O1 -fsanitize=undefined -o - %s | %FileCheck %s
#include <stdatomic.h>

_Atomic int width;
void unknown(void);

// CHECK-LABEL: define {{.*}} @widen(
// CHECK: call void @__sleave_round_begins(
// CHECK: call {{.*}} @__ubsan_handle_add_overflow
// CHECK: ret void
void widen(void) {
  int bits = atomic_load(&width);
  while (!atomic_compare_exchange_weak(&width, &bits, bits + 1)) {
  }
}

// Another call has effects of its own.
// CHECK-LABEL: define {{.*}} @calls(
// CHECK-NOT: __sleave_round_begins
// CHECK: ret void
void calls(void) {
  int bits = atomic_load(&width);
  while (!atomic_compare_exchange_weak(&width, &bits, bits + 1)) unknown();
}
