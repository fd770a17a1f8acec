; RUN: %sleave_opt %s | %FileCheck %s

@mixed = constant [15 x i8] c"%5d%% %*s %.3s\00"
@by_argument = constant [5 x i8] c"%.*s\00"
@plain = constant [6 x i8] c"%d %s\00"
@numbers = constant [4 x i8] c"%d\0A\00"
@numbered = constant [8 x i8] c"%2$s %1\00"
@stores = constant [3 x i8] c"%n\00"

declare i32 @snprintf(ptr, i64, ptr, ...)
declare i32 @printf(ptr, ...)
declare i32 @puts(ptr)

; CHECK-LABEL: define void @prints(
define void @prints(ptr %to, i64 %room, ptr %a, ptr %b, ptr %format, i32 %n) {
; The width takes an argument; a string with a precision may have no end.
; CHECK: call void @__sleave_read_text(ptr %a)
; CHECK: call void @__sleave_read_text_part(ptr %b, i64 3)
; CHECK-NOT: __sleave_foreign_call
; CHECK: [[N:%.*]] = call i32 (ptr, i64, ptr, ...) @snprintf(
; CHECK: call void @__sleave_wrote_text(ptr %to, i64 %room, i32 [[N]])
  %1 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %room, ptr @mixed, i32 1, i32 7, ptr %a, ptr %b)
; CHECK: [[MOST:%.*]] = sext i32 %n to i64
; CHECK: call void @__sleave_read_text_part(ptr %a, i64 [[MOST]])
  %2 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %room, ptr @by_argument, i32 %n, ptr %a)
; The runtime looks at the formats of printf itself.
; CHECK-NOT: __sleave_read_text
; CHECK: call i32 (ptr, ...) @printf(ptr @plain, i32 3, ptr %a)
  call i32 (ptr, ...) @printf(ptr @plain, i32 3, ptr %a)
; CHECK: call void @__sleave_read_text(ptr %b)
; CHECK: call i32 @puts(ptr %b)
  call i32 @puts(ptr %b)
; CHECK: ret void
  ret void
}

; What these read and write is not known: a call of code that is not seen.
; CHECK-LABEL: define void @prints_unknown(
define void @prints_unknown(ptr %to, i64 %room, ptr %a, ptr %format) {
; CHECK: call void @__sleave_foreign_call(
; CHECK: call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %room, ptr %format, ptr %a)
  %1 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %room, ptr %format, ptr %a)
; CHECK: call void @__sleave_foreign_call(
; CHECK: call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %room, ptr @numbered, i32 1, ptr %a)
  %2 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %room, ptr @numbered, i32 1, ptr %a)
; CHECK: call void @__sleave_foreign_call(
; CHECK: call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %room, ptr @stores, ptr %a)
  %3 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %room, ptr @stores, ptr %a)
; Of a format that is no constant only the format is read, if there is no pointer.
; CHECK-NOT: __sleave_foreign_call
; CHECK: call void @__sleave_read_text(ptr %format)
; CHECK: call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %room, ptr %format, i32 1)
  %4 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %room, ptr %format, i32 1)
; CHECK: ret void
  ret void
}
