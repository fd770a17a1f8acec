; RUN: %sleave_opt %s | %FileCheck %s

@mixed = constant [15 x i8] c"%5d%% %*s %.3s\00"
@texts = constant [10 x i8] c"%5d%% %*s\00"
@plain = constant [4 x i8] c"%d\0A\00"

declare i32 @snprintf(ptr, i64, ptr, ...)
declare i32 @printf(ptr, ...)
declare i32 @puts(ptr)
declare i32 @vsnprintf(ptr, i64, ptr, ptr)

; CHECK-LABEL: define void @prints(
define void @prints(ptr %to, i64 %room, ptr %a, ptr %b, ptr %format) {
; The width takes an argument.
; CHECK: call void @__sleave_read_text(ptr %a)
; CHECK: [[N:%.*]] = call i32 (ptr, i64, ptr, ...) @snprintf(
; CHECK: call void @__sleave_wrote_text(ptr %to, i64 %room, i32 [[N]])
  %n = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %room, ptr @texts, i32 1, i32 7, ptr %a)
; CHECK-NOT: __sleave_read
; CHECK: call i32 (ptr, ...) @printf(ptr @plain, i32 3)
  call i32 (ptr, ...) @printf(ptr @plain, i32 3)
; CHECK: call void @__sleave_read_text(ptr %b)
; CHECK: call i32 @puts(ptr %b)
  call i32 @puts(ptr %b)
  ret void
}

; A string with a precision may have no end, and a format may be known to the run only.
; CHECK-LABEL: define void @prints_as_the_run_says(
define void @prints_as_the_run_says(ptr %to, i64 %room, ptr %a, ptr %b, ptr %format, ptr %list) {
; CHECK: call void (ptr, ...) @__sleave_read_arguments(ptr @mixed, i32 1, i32 7, ptr %a, ptr %b)
; CHECK: call i32 (ptr, i64, ptr, ...) @snprintf(
  %n = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %room, ptr @mixed, i32 1, i32 7, ptr %a, ptr %b)
; CHECK: call void (ptr, ...) @__sleave_read_arguments(ptr %format, ptr %a)
; CHECK: call i32 (ptr, i64, ptr, ...) @snprintf(
  call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %room, ptr %format, ptr %a)
; The runtime looks at the formats of printf itself.
; CHECK-NOT: __sleave_read
; CHECK: call i32 (ptr, ...) @printf(ptr %format, ptr %a)
  call i32 (ptr, ...) @printf(ptr %format, ptr %a)
; CHECK: call void @__sleave_read_argument_list(ptr %format, ptr %list)
; CHECK: [[M:%.*]] = call i32 @vsnprintf(
; CHECK: call void @__sleave_wrote_text(ptr %to, i64 %room, i32 [[M]])
  %m = call i32 @vsnprintf(ptr %to, i64 %room, ptr %format, ptr %list)
  ret void
}
