; The third argument is the operation, in the order of abi/rmw_ops.def.
; RUN: %sleave_opt %s | %FileCheck %s

; CHECK-LABEL: define void @operations(
define void @operations(ptr %p, i32 %n) {
; CHECK: %a = notail call i32 @__sleave_atomic_rmw_4(ptr %p, i32 %n, i32 0, i32 0)
  %a = atomicrmw xchg ptr %p, i32 %n monotonic
; CHECK: %b = notail call i32 @__sleave_atomic_rmw_4(ptr %p, i32 %n, i32 1, i32 2)
  %b = atomicrmw add ptr %p, i32 %n acquire
; CHECK: %c = notail call i32 @__sleave_atomic_rmw_4(ptr %p, i32 %n, i32 2, i32 3)
  %c = atomicrmw sub ptr %p, i32 %n release
; CHECK: %d = notail call i32 @__sleave_atomic_rmw_4(ptr %p, i32 %n, i32 3, i32 4)
  %d = atomicrmw and ptr %p, i32 %n acq_rel
; CHECK: %e = notail call i32 @__sleave_atomic_rmw_4(ptr %p, i32 %n, i32 4, i32 5)
  %e = atomicrmw nand ptr %p, i32 %n seq_cst
; CHECK: %f = notail call i32 @__sleave_atomic_rmw_4(ptr %p, i32 %n, i32 5, i32 5)
  %f = atomicrmw volatile or ptr %p, i32 %n seq_cst
; CHECK: %g = notail call i32 @__sleave_atomic_rmw_4(ptr %p, i32 %n, i32 6, i32 5)
  %g = atomicrmw xor ptr %p, i32 %n seq_cst
; CHECK: %h = notail call i32 @__sleave_atomic_rmw_4(ptr %p, i32 %n, i32 7, i32 5)
  %h = atomicrmw max ptr %p, i32 %n seq_cst
; CHECK: %i = notail call i32 @__sleave_atomic_rmw_4(ptr %p, i32 %n, i32 8, i32 5)
  %i = atomicrmw min ptr %p, i32 %n seq_cst
; CHECK: %j = notail call i32 @__sleave_atomic_rmw_4(ptr %p, i32 %n, i32 9, i32 5)
  %j = atomicrmw umax ptr %p, i32 %n seq_cst
; CHECK: %k = notail call i32 @__sleave_atomic_rmw_4(ptr %p, i32 %n, i32 10, i32 5)
  %k = atomicrmw umin ptr %p, i32 %n seq_cst
  ret void
}

; CHECK-LABEL: define void @types(
define void @types(ptr %p, i8 %a, i16 %b, i64 %d, i128 %e, ptr %f, double %g) {
; CHECK: notail call zeroext i8 @__sleave_atomic_rmw_1(ptr %p, i8 zeroext %a, i32 1, i32 5)
  %1 = atomicrmw add ptr %p, i8 %a seq_cst
; CHECK: notail call zeroext i16 @__sleave_atomic_rmw_2(ptr %p, i16 zeroext %b, i32 1, i32 5)
  %2 = atomicrmw add ptr %p, i16 %b seq_cst
; CHECK: notail call i64 @__sleave_atomic_rmw_8(ptr %p, i64 %d, i32 1, i32 5)
  %3 = atomicrmw add ptr %p, i64 %d seq_cst
; CHECK: notail call i128 @__sleave_atomic_rmw_16(ptr %p, i128 %e, i32 1, i32 5)
  %4 = atomicrmw add ptr %p, i128 %e seq_cst
; CHECK: [[F:%.*]] = ptrtoint ptr %f to i64
; CHECK: [[O:%.*]] = notail call i64 @__sleave_atomic_rmw_8(ptr %p, i64 [[F]], i32 0, i32 5)
; CHECK: inttoptr i64 [[O]] to ptr
  %5 = atomicrmw xchg ptr %p, ptr %f seq_cst
; CHECK: [[G:%.*]] = bitcast double %g to i64
; CHECK: [[Q:%.*]] = notail call i64 @__sleave_atomic_rmw_8(ptr %p, i64 [[G]], i32 0, i32 5)
; CHECK: bitcast i64 [[Q]] to double
  %6 = atomicrmw xchg ptr %p, double %g seq_cst
  ret void
}
