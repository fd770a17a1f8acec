; Memory that no other thread can reach is left alone.
; RUN: %sleave_opt %s | %FileCheck %s

@secret = internal thread_local global i32 0
@shown = internal thread_local global i32 0
@exported = thread_local global i32 0

declare void @keep(ptr)
declare void @look(ptr nocapture)
declare ptr @llvm.threadlocal.address.p0(ptr)

; CHECK-LABEL: define i32 @slot(
; CHECK-NOT: __sleave_{{read|write}}
; CHECK: ret i32
define i32 @slot(i32 %n) {
  %x = alloca i32
  %a = alloca [4 x i32]
  store i32 %n, ptr %x
  %e = getelementptr [4 x i32], ptr %a, i32 0, i32 %n
  store i32 %n, ptr %e
  call void @look(ptr %x)
  %v = load i32, ptr %x
  ret i32 %v
}

; CHECK-LABEL: define i32 @escaped_slot(
define i32 @escaped_slot(i32 %n) {
  %x = alloca i32
; CHECK: call void @__sleave_write_4(ptr %x)
  store i32 %n, ptr %x
  call void @keep(ptr %x)
; CHECK: call void @__sleave_read_4(ptr %x)
  %v = load i32, ptr %x
  ret i32 %v
}

; One of two slots is enough to need a hook, none of two is not.
; CHECK-LABEL: define void @either(
define void @either(i1 %c, ptr %out) {
  %x = alloca i32
  %y = alloca i32
  %z = alloca i32
  call void @keep(ptr %z)
  %p = select i1 %c, ptr %x, ptr %y
  %q = select i1 %c, ptr %x, ptr %z
; CHECK-NOT: __sleave_write_4(ptr %p)
  store i32 1, ptr %p
; CHECK: __sleave_write_4(ptr %q)
  store i32 1, ptr %q
  ret void
}

; CHECK-LABEL: define i32 @by_value(
; CHECK-NOT: __sleave
; CHECK: ret i32
define i32 @by_value(ptr byval({ i32, i32, i32, i32, i32 }) %s) {
  %v = load i32, ptr %s
  ret i32 %v
}

; CHECK-LABEL: define i32 @thread_locals(
define i32 @thread_locals() {
  %a = call ptr @llvm.threadlocal.address.p0(ptr @secret)
  %b = call ptr @llvm.threadlocal.address.p0(ptr @shown)
  %c = call ptr @llvm.threadlocal.address.p0(ptr @exported)
; CHECK-NOT: __sleave_read_4(ptr %a)
  %x = load i32, ptr %a
; CHECK: __sleave_read_4(ptr %b)
  %y = load i32, ptr %b
; CHECK: __sleave_read_4(ptr %c)
  %z = load i32, ptr %c
  call void @keep(ptr %b)
  ret i32 %x
}
