; RUN: %sleave_opt %s | %FileCheck %s

; CHECK-LABEL: define { i32, i1 } @strong(
define { i32, i1 } @strong(ptr %p, i32 %e, i32 %n) {
; CHECK: %sleave.expected = alloca i32
; CHECK: store i32 %e, ptr %sleave.expected, align 4, !nosanitize
; CHECK-NEXT: [[C:%.*]] = notail call i32 @__sleave_atomic_cas_4(ptr %p, ptr %sleave.expected, i32 %n, i32 4, i32 2, i32 0)
; CHECK-NEXT: [[OLD:%.*]] = load i32, ptr %sleave.expected, align 4, !nosanitize
; CHECK-NEXT: [[OK:%.*]] = icmp ne i32 [[C]], 0
; CHECK-NEXT: [[HALF:%.*]] = insertvalue { i32, i1 } poison, i32 [[OLD]], 0
; CHECK-NEXT: %r = insertvalue { i32, i1 } [[HALF]], i1 [[OK]], 1
; CHECK-NEXT: ret { i32, i1 } %r
  %r = cmpxchg ptr %p, i32 %e, i32 %n acq_rel acquire
  ret { i32, i1 } %r
}

; CHECK-LABEL: define void @forms(
define void @forms(ptr %p, ptr %e, ptr %n, i8 %a, i128 %w) {
; CHECK: [[E:%.*]] = ptrtoint ptr %e to i64
; CHECK: [[N:%.*]] = ptrtoint ptr %n to i64
; CHECK: call i32 @__sleave_atomic_cas_8(ptr %p, ptr {{%.*}}, i64 [[N]], i32 3, i32 0, i32 1)
; CHECK: inttoptr i64 {{%.*}} to ptr
  %1 = cmpxchg weak ptr %p, ptr %e, ptr %n release monotonic
; CHECK: call i32 @__sleave_atomic_cas_1(ptr %p, ptr {{%.*}}, i8 zeroext 7, i32 5, i32 5, i32 0)
  %2 = cmpxchg volatile ptr %p, i8 %a, i8 7 seq_cst seq_cst
; CHECK: call i32 @__sleave_atomic_cas_16(ptr %p, ptr {{%.*}}, i128 %w, i32 0, i32 5, i32 0)
  %3 = cmpxchg ptr %p, i128 0, i128 %w monotonic seq_cst
; CHECK-NOT: cmpxchg
; CHECK: ret void
  ret void
}

; In a loop the slot is still the entry's: the stack does not grow.
; CHECK-LABEL: define void @loop(
; CHECK-NEXT: entry:
; CHECK-NEXT: %sleave.expected = alloca i32
; CHECK-NOT: alloca
; CHECK: ret void
define void @loop(ptr %p) {
entry:
  br label %again
again:
  %r = cmpxchg weak ptr %p, i32 0, i32 1 acquire monotonic
  %ok = extractvalue { i32, i1 } %r, 1
  br i1 %ok, label %done, label %again
done:
  ret void
}
