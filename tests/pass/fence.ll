; RUN: %sleave_opt %s | %FileCheck %s

; CHECK-LABEL: define void @fences(
define void @fences() {
; CHECK: call void @__sleave_fence(i32 2)
  fence acquire
; CHECK: call void @__sleave_fence(i32 3)
  fence release
; CHECK: call void @__sleave_fence(i32 4)
  fence acq_rel
; CHECK: call void @__sleave_fence(i32 5)
  fence seq_cst
; CHECK: call void @__sleave_signal_fence(i32 5)
  fence syncscope("singlethread") seq_cst
; CHECK-NEXT: ret void
  ret void
}
