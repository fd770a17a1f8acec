; Operations without a hook of their own become a loop around the CAS hook.
; RUN: %sleave_opt %s | %FileCheck %s

; CHECK-LABEL: define float @fadd(
define float @fadd(ptr %p, float %x) {
; CHECK: %sleave.expected = alloca i32
; CHECK: [[FIRST:%.*]] = notail call i32 @__sleave_atomic_load_4(ptr %p, i32 0)
; CHECK: sleave.retry:
; CHECK-NEXT: [[SEEN:%.*]] = phi i32 [ [[FIRST]], {{%.*}} ], [ [[OLD:%.*]], %sleave.retry ]
; CHECK-NEXT: %v = bitcast i32 [[SEEN]] to float
; CHECK-NEXT: [[SUM:%.*]] = fadd float %v, %x
; CHECK-NEXT: [[NEW:%.*]] = bitcast float [[SUM]] to i32
; CHECK-NEXT: store i32 [[SEEN]], ptr %sleave.expected
; CHECK-NEXT: [[DONE:%.*]] = notail call i32 @__sleave_atomic_cas_4(ptr %p, ptr %sleave.expected, i32 [[NEW]], i32 4, i32 2, i32 0)
; CHECK-NEXT: [[OLD]] = load i32, ptr %sleave.expected
; CHECK-NEXT: [[OK:%.*]] = icmp ne i32 [[DONE]], 0
; CHECK-NEXT: br i1 [[OK]], label %sleave.done, label %sleave.retry
; CHECK: sleave.done:
; CHECK-NEXT: ret float %v
  %v = atomicrmw fadd ptr %p, float %x acq_rel
  ret float %v
}

; CHECK-LABEL: define void @others(
define void @others(ptr %p, double %d, i32 %n, half %h) {
; CHECK: fsub double
; CHECK: __sleave_atomic_cas_8
  %a = atomicrmw fsub ptr %p, double %d seq_cst
; CHECK: llvm.maxnum.f64
; CHECK: __sleave_atomic_cas_8
  %b = atomicrmw fmax ptr %p, double %d monotonic
; CHECK: llvm.minnum.f16
; CHECK: __sleave_atomic_cas_2
  %c = atomicrmw fmin ptr %p, half %h release
; CHECK: __sleave_atomic_cas_4
  %e = atomicrmw uinc_wrap ptr %p, i32 %n seq_cst
; CHECK: __sleave_atomic_cas_4
  %f = atomicrmw udec_wrap ptr %p, i32 %n seq_cst
; CHECK-NOT: atomicrmw
; CHECK: ret void
  ret void
}
