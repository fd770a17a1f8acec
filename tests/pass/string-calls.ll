; RUN: %sleave_opt %s | %FileCheck %s

declare i64 @strlen(ptr)
declare ptr @strcpy(ptr, ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare i64 @other(ptr)

; A function of that name with code of its own is the program's.
define ptr @strcat(ptr %to, ptr %from) {
  ret ptr %to
}

; CHECK-LABEL: define i64 @calls(
define i64 @calls(ptr %a, ptr %b, i64 %n) {
; CHECK: call i64 @__sleave_strlen(ptr %a)
  %length = call i64 @strlen(ptr %a)
; CHECK: call ptr @__sleave_strcpy(ptr %a, ptr %b)
  %copy = call ptr @strcpy(ptr %a, ptr %b)
; CHECK: call i32 @__sleave_memcmp(ptr %a, ptr %b, i64 %n)
  %same = call i32 @memcmp(ptr %a, ptr %b, i64 %n)
; CHECK: call i64 @other(ptr %a)
  %left = call i64 @other(ptr %a)
; CHECK: call ptr @strcat(ptr %a, ptr %b)
  %own = call ptr @strcat(ptr %a, ptr %b)
  ret i64 %length
}
