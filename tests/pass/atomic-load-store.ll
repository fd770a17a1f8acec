; Orders have the numbers of C: relaxed 0, acquire 2, release 3, acq_rel 4, seq_cst 5.
; RUN: %sleave_opt %s | %FileCheck %s

; CHECK-LABEL: define void @loads(
define void @loads(ptr %p) {
; CHECK: %a = notail call zeroext i8 @__sleave_atomic_load_1(ptr %p, i32 0)
  %a = load atomic i8, ptr %p unordered, align 1
; CHECK: %b = notail call zeroext i16 @__sleave_atomic_load_2(ptr %p, i32 0)
  %b = load atomic i16, ptr %p monotonic, align 2
; CHECK: %c = notail call i32 @__sleave_atomic_load_4(ptr %p, i32 2)
  %c = load atomic volatile i32, ptr %p acquire, align 4
; CHECK: %d = notail call i64 @__sleave_atomic_load_8(ptr %p, i32 5)
  %d = load atomic i64, ptr %p seq_cst, align 8
; CHECK: %e = notail call i128 @__sleave_atomic_load_16(ptr %p, i32 5)
  %e = load atomic i128, ptr %p seq_cst, align 16
; CHECK: [[F:%.*]] = notail call i64 @__sleave_atomic_load_8(ptr %p, i32 2)
; CHECK-NEXT: %f = inttoptr i64 [[F]] to ptr
  %f = load atomic ptr, ptr %p acquire, align 8
; CHECK: [[G:%.*]] = notail call i32 @__sleave_atomic_load_4(ptr %p, i32 2)
; CHECK-NEXT: %g = bitcast i32 [[G]] to float
  %g = load atomic float, ptr %p acquire, align 4
; CHECK: [[H:%.*]] = notail call zeroext i16 @__sleave_atomic_load_2(ptr %p, i32 0)
; CHECK-NEXT: %h = bitcast i16 [[H]] to half
  %h = load atomic half, ptr %p monotonic, align 2
; CHECK-NOT: load atomic
; CHECK: ret void
  ret void
}

; CHECK-LABEL: define void @stores(
define void @stores(ptr %p, i8 %a, ptr %f, double %g, i128 %w) {
; CHECK: call void @__sleave_atomic_store_1(ptr %p, i8 zeroext %a, i32 0)
  store atomic i8 %a, ptr %p monotonic, align 1
; CHECK: [[F:%.*]] = ptrtoint ptr %f to i64
; CHECK: call void @__sleave_atomic_store_8(ptr %p, i64 [[F]], i32 3)
  store atomic ptr %f, ptr %p release, align 8
; CHECK: [[G:%.*]] = bitcast double %g to i64
; CHECK: call void @__sleave_atomic_store_8(ptr %p, i64 [[G]], i32 5)
  store atomic double %g, ptr %p seq_cst, align 8
; CHECK: call void @__sleave_atomic_store_16(ptr %p, i128 %w, i32 0)
  store atomic volatile i128 %w, ptr %p unordered, align 16
; CHECK-NOT: store atomic
; CHECK: ret void
  ret void
}

; An atomic that is less aligned than its size becomes a libatomic call in code generation.
; CHECK-LABEL: define i64 @misaligned(
define i64 @misaligned(ptr %p) {
; CHECK: load atomic i64, ptr %p seq_cst, align 4
  %v = load atomic i64, ptr %p seq_cst, align 4
  ret i64 %v
}
