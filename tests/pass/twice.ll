; A module is instrumented once, however often the pass runs.
; RUN: %opt -load-pass-plugin=%plugin -passes=sleave,sleave,verify -S %s | %FileCheck %s
; RUN: %sleave_opt %s | %opt -load-pass-plugin=%plugin -passes=sleave,verify -S | %FileCheck %s

; CHECK-COUNT-1: call void @__sleave_read_4(ptr %p)
; CHECK-NOT: call void @__sleave_read_4(ptr %p)
; CHECK-COUNT-1: call void @__sleave_module_init_v2(
; CHECK-NOT: call void @__sleave_module_init_v2(
; CHECK: !{i32 7, !"sleave.instrumented", i32 1}
define i32 @f(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
