; Every size has its hook: powers of two up to 16 their own, all others the range hook with the bytes that are stored.
; Functions that are to be small: each hook stands alone (access-shortcut.ll has the others).
; RUN: %sleave_opt %s | %FileCheck %s

; CHECK-LABEL: define void @reads(
define void @reads(ptr %p) minsize {
; CHECK: call void @__sleave_read_1(ptr %p)
; CHECK-NEXT: %a = load i8, ptr %p
  %a = load i8, ptr %p
; CHECK: call void @__sleave_read_1(ptr %p)
; CHECK-NEXT: %b = load i1, ptr %p
  %b = load i1, ptr %p
; CHECK: call void @__sleave_read_2(ptr %p)
; CHECK-NEXT: %c = load i16, ptr %p
  %c = load i16, ptr %p
; CHECK: call void @__sleave_read_range(ptr %p, i64 3)
; CHECK-NEXT: %d = load i24, ptr %p
  %d = load i24, ptr %p
; CHECK: call void @__sleave_read_4(ptr %p)
; CHECK-NEXT: %e = load float, ptr %p
  %e = load float, ptr %p
; CHECK: call void @__sleave_read_8(ptr %p)
; CHECK-NEXT: %f = load ptr, ptr %p
  %f = load ptr, ptr %p
; CHECK: call void @__sleave_read_range(ptr %p, i64 10)
; CHECK-NEXT: %g = load x86_fp80, ptr %p
  %g = load x86_fp80, ptr %p
; CHECK: call void @__sleave_read_16(ptr %p)
; CHECK-NEXT: %h = load <4 x float>, ptr %p
  %h = load <4 x float>, ptr %p
; CHECK: call void @__sleave_read_range(ptr %p, i64 32)
; CHECK-NEXT: %i = load <8 x float>, ptr %p
  %i = load <8 x float>, ptr %p
; CHECK: call void @__sleave_read_range(ptr %p, i64 24)
; CHECK-NEXT: %j = load { i64, i64, i64 }, ptr %p
  %j = load { i64, i64, i64 }, ptr %p
; An empty value is no access.
; CHECK-NEXT: %k = load {}, ptr %p
  %k = load {}, ptr %p
; CHECK: call void @__sleave_read_range(ptr %p, i64 3)
; CHECK-NEXT: %l = load volatile i24, ptr %p
  %l = load volatile i24, ptr %p
  ret void
}

; CHECK-LABEL: define void @writes(
define void @writes(ptr %p, i128 %wide) minsize {
; CHECK: call void @__sleave_write_1(ptr %p)
; CHECK-NEXT: store i8 0, ptr %p
  store i8 0, ptr %p
; CHECK: call void @__sleave_write_16(ptr %p)
; CHECK-NEXT: store i128 %wide, ptr %p
  store i128 %wide, ptr %p
; CHECK: call void @__sleave_write_range(ptr %p, i64 6)
; CHECK-NEXT: store <3 x i16> zeroinitializer, ptr %p
  store <3 x i16> zeroinitializer, ptr %p
  ret void
}

; Both halves of an update are announced: the gap between them is where a lost update hides.
; CHECK-LABEL: define void @update(
define void @update(ptr %p) minsize {
; CHECK: call void @__sleave_read_4(ptr %p)
; CHECK-NEXT: %v = load i32, ptr %p
  %v = load i32, ptr %p
  %w = add i32 %v, 1
; CHECK: call void @__sleave_write_4(ptr %p)
; CHECK-NEXT: store i32 %w, ptr %p
  store i32 %w, ptr %p
  ret void
}

; CHECK: declare void @__sleave_read_1(ptr) [[HOOK:#[0-9]+]]
; CHECK: attributes [[HOOK]] = { nounwind }
