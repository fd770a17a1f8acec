; Stack slots that do not only have plain accesses of their own function begin as zero.
; RUN: %sleave_opt %s | %FileCheck %s

declare void @keep(ptr)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; Where its life begins, every time.
; CHECK-LABEL: define void @in_a_loop(
define void @in_a_loop(i1 %again) {
  %x = alloca [6 x i64]
  br label %loop
loop:
; CHECK: call void @llvm.lifetime.start.p0(i64 48, ptr %x)
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 8 %x, i8 0, i64 48, i1 false), !nosanitize
  call void @llvm.lifetime.start.p0(i64 48, ptr %x)
  call void @keep(ptr %x)
  call void @llvm.lifetime.end.p0(i64 48, ptr %x)
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Without a beginning it lives from the start. The hook of the access comes later.
; CHECK-LABEL: define void @whole_function(
define void @whole_function() {
; CHECK: %y = alloca i32
; CHECK: call void @llvm.memset.p0.i64(ptr align 4 %x, i8 0, i64 4
; CHECK: call void @__sleave_write_4(ptr %y)
; CHECK-NOT: call void @llvm.memset.p0.i64(ptr align 4 %y
  %x = alloca i32
  %y = alloca i32
  store i32 7, ptr %y
  call void @keep(ptr %x)
  call void @keep(ptr %y)
  ret void
}

; An atomic store tells what it overwrites, even if nobody else can look.
; CHECK-LABEL: define void @atomically(
define void @atomically() {
; CHECK: call void @llvm.memset.p0.i64(ptr align 4 %x, i8 0, i64 8
  %x = alloca [2 x i32]
  %second = getelementptr i32, ptr %x, i64 1
  store atomic i32 1, ptr %second seq_cst, align 4
  ret void
}

; A part is not all, and another's bytes are not its own.
; CHECK-LABEL: define void @in_part(
define void @in_part() {
; CHECK: call void @llvm.memset.p0.i64(ptr align 4 %x, i8 0, i64 8
  %x = alloca [2 x i32]
  store i32 1, ptr %x
  call void @keep(ptr %x)
  ret void
}

; CHECK-LABEL: define i32 @left_alone(
; CHECK-NOT: call void @llvm.memset
; CHECK: ret i32
define i32 @left_alone(i32 %n) {
  %private = alloca i32
  %sized_by_the_run = alloca i32, i32 %n
  %large = alloca [16385 x i8]
  store i32 %n, ptr %private
  call void @keep(ptr %sized_by_the_run)
  call void @keep(ptr %large)
  %v = load i32, ptr %private
  ret i32 %v
}

; CHECK-LABEL: define void @sanitized(
; CHECK-NOT: call void @llvm.memset
; CHECK: ret void
define void @sanitized() sanitize_address {
  %x = alloca i32
  call void @keep(ptr %x)
  ret void
}
