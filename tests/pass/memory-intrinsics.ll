; RUN: %sleave_opt %s | %FileCheck %s

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr, ptr, i64, i32)

@text = constant [4 x i8] c"abc\00"

; CHECK-LABEL: define void @shared(
define void @shared(ptr %to, ptr %from, i64 %n, i32 %m, i8 %byte) {
; CHECK: call ptr @__sleave_memcpy(ptr %to, ptr %from, i64 %n)
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)
; CHECK: [[M:%.*]] = zext i32 %m to i64
; CHECK: call ptr @__sleave_memcpy(ptr %to, ptr %from, i64 [[M]])
  call void @llvm.memcpy.p0.p0.i32(ptr %to, ptr %from, i32 %m, i1 true)
; CHECK: call ptr @__sleave_memcpy(ptr %to, ptr %from, i64 8)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %to, ptr %from, i64 8, i1 false)
; CHECK: call ptr @__sleave_memmove(ptr %to, ptr %from, i64 %n)
  call void @llvm.memmove.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)
; CHECK: [[B:%.*]] = zext i8 %byte to i32
; CHECK: call ptr @__sleave_memset(ptr %to, i32 [[B]], i64 %n)
  call void @llvm.memset.p0.i64(ptr %to, i8 %byte, i64 %n, i1 false)
; CHECK: call ptr @__sleave_memset(ptr %to, i32 255, i64 4)
  call void @llvm.memset.inline.p0.i64(ptr %to, i8 -1, i64 4, i1 false)
; CHECK: call void @llvm.memcpy.element.unordered.atomic
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 %n, i32 4)
; CHECK-NOT: call void @llvm.mem
; CHECK: ret void
  ret void
}

; CHECK-LABEL: define void @half_shared(
define void @half_shared(ptr %p) {
  %x = alloca [64 x i8]
; CHECK: call ptr @__sleave_memcpy(ptr %x, ptr %p, i64 64)
  call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr %p, i64 64, i1 false)
; CHECK: call ptr @__sleave_memcpy(ptr %p, ptr %x, i64 64)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %x, i64 64, i1 false)
  ret void
}

; CHECK-LABEL: define void @private(
; CHECK-NOT: @__sleave
; CHECK: ret void
define void @private() {
  %x = alloca [64 x i8]
  %y = alloca [64 x i8]
  call void @llvm.memset.p0.i64(ptr %x, i8 0, i64 64, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr %y, i64 64, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr @text, i64 4, i1 false)
  ret void
}
