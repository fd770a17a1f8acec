; An access that repeats another has less to ask, and yet its own hook, for those who count every access.
; RUN: %sleave_opt %s | %FileCheck %s

declare void @other()

; The second read matters only to those who want every access (2).
; CHECK-LABEL: define void @read_read(
define void @read_read(ptr %p) {
; CHECK: call void @__sleave_read_8(ptr %p)
; CHECK: %a = load i64, ptr %p
  %a = load i64, ptr %p
; CHECK-NEXT: [[WHOM:%.*]] = load i8
; CHECK-NEXT: icmp uge i8 [[WHOM]], 2
; CHECK-NEXT: br i1
; CHECK: call void @__sleave_read_4(ptr %p)
; CHECK: %b = load i32, ptr %p
  %b = load i32, ptr %p
  ret void
}

; CHECK-LABEL: define void @write_read_write(
define void @write_read_write(ptr %p) {
; CHECK: call void @__sleave_write_4(ptr %p)
  store i32 1, ptr %p
; CHECK: icmp uge i8 {{.*}}, 2
; CHECK: call void @__sleave_read_4(ptr %p)
  %a = load i32, ptr %p
; CHECK: icmp uge i8 {{.*}}, 2
; CHECK: call void @__sleave_write_4(ptr %p)
  store i32 2, ptr %p
  ret void
}

; A write is more than a read: its hook is left out only if the read's knows of a write.
; CHECK-LABEL: define void @update(
define void @update(ptr %p, ptr %q) {
; CHECK: [[TOLD:%.*]] = {{.*}}call i32 @__sleave_read_to_write_4(ptr %p)
; CHECK-NEXT: [[NEED:%.*]] = icmp ne i32 [[TOLD]], 0
; CHECK: [[KNOWN:%.*]] = phi i1 {{.*}}[ [[NEED]], %{{.*}} ]
; CHECK-NEXT: %v = load i32, ptr %p
  %v = load i32, ptr %p
; CHECK: call void @__sleave_write_4(ptr %q)
  store i32 0, ptr %q
; CHECK: [[UNKNOWN:%.*]] = xor i1 [[KNOWN]], true
; CHECK-NEXT: br i1 [[UNKNOWN]]
; CHECK: call void @__sleave_write_4(ptr %p)
; CHECK: store i32 %v, ptr %p
  store i32 %v, ptr %p
  ret void
}

; More bytes are not known yet; and other code, or an atomic operation, may change everything.
; CHECK-LABEL: define void @not_repeated(
define void @not_repeated(ptr %p) {
; CHECK-NOT: icmp uge i8
; CHECK-NOT: read_to_write
; CHECK: ret void
  %a = load i32, ptr %p
  %b = load i64, ptr %p
  call void @other()
  store i64 %b, ptr %p
  fence seq_cst
  store i64 %b, ptr %p
  ret void
}
