; RUN: %sleave_opt %s | %FileCheck %s

@mixed = constant [15 x i8] c"%5d%% %*s %.3s\00"
@plain = constant [4 x i8] c"%d\0A\00"

declare i32 @snprintf(ptr, i64, ptr, ...)
declare i32 @printf(ptr, ...)
declare i32 @puts(ptr)

; CHECK-LABEL: define void @prints(
define void @prints(ptr %to, i64 %room, ptr %a, ptr %b, ptr %format) {
; The width takes an argument; a string with a precision may have no end.
; CHECK: call void @__sleave_read_text(ptr %a)
; CHECK-NOT: __sleave_read_text
; CHECK: [[N:%.*]] = call i32 (ptr, i64, ptr, ...) @snprintf(
; CHECK: call void @__sleave_wrote_text(ptr %to, i64 %room, i32 [[N]])
  %n = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %room, ptr @mixed, i32 1, i32 7, ptr %a, ptr %b)
; CHECK-NOT: __sleave_read_text
; CHECK: call i32 (ptr, ...) @printf(ptr @plain, i32 3)
  call i32 (ptr, ...) @printf(ptr @plain, i32 3)
; CHECK: call i32 (ptr, ...) @printf(ptr %format, ptr %a)
  call i32 (ptr, ...) @printf(ptr %format, ptr %a)
; CHECK: call void @__sleave_read_text(ptr %b)
; CHECK: call i32 @puts(ptr %b)
  call i32 @puts(ptr %b)
  ret void
}
