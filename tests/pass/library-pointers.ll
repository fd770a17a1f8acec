; Pointers to library functions lead to functions that announce what those access.
; RUN: %sleave_opt %s | %FileCheck %s

declare i64 @strtoimax(ptr, ptr, i32)
declare i64 @strlen(ptr)
declare double @sin(double)
declare i32 @snprintf(ptr, i64, ptr, ...)
declare i64 @apply(ptr, ptr)
declare extern_weak i64 @strcspn(ptr, ptr)

; CHECK: @lengths = constant [1 x ptr] [ptr @strlen.sleave]
@lengths = constant [1 x ptr] [ptr @strlen]
; CHECK: @sine = constant ptr @sin,
; CHECK: @print = constant ptr @snprintf
@sine = constant ptr @sin, align 8
@print = constant ptr @snprintf

; Whether a function is there at all stays a question.
; CHECK-LABEL: define i1 @is_there(
; CHECK: icmp ne ptr @strcspn, null
define i1 @is_there() {
  %there = icmp ne ptr @strcspn, null
  ret i1 %there
}

; CHECK-LABEL: define i64 @number(
; CHECK: call i64 @apply(ptr @strtoimax.sleave, ptr %text)
; CHECK: call i64 @strtoimax(ptr %text, ptr null, i32 10)
define i64 @number(ptr %text) {
  %a = call i64 @apply(ptr @strtoimax, ptr %text)
  %b = call i64 @strtoimax(ptr %text, ptr null, i32 10)
  ret i64 %b
}

; CHECK: define linkonce_odr i64 @strtoimax.sleave(ptr %[[TEXT:.*]], ptr %{{.*}}, i32 %{{.*}}) {{.*}}comdat
; CHECK: call void @__sleave_read_text(ptr %[[TEXT]])
; CHECK: call i64 @strtoimax(
; CHECK: define linkonce_odr i64 @strlen.sleave(ptr %[[MEASURED:.*]]) {{.*}}comdat
; CHECK: call i64 @__sleave_strlen(ptr %[[MEASURED]])
