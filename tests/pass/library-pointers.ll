; Pointers to library functions lead to functions that announce what those access.
; RUN: %sleave_opt %s | %FileCheck %s

declare double @strtod(ptr, ptr)
declare i64 @strlen(ptr)
declare double @sin(double)
declare i32 @snprintf(ptr, i64, ptr, ...)
declare double @apply(ptr, ptr)
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

; CHECK-LABEL: define double @number(
; CHECK: call double @apply(ptr @strtod.sleave, ptr %text)
; CHECK: call double @strtod(ptr %text, ptr null)
define double @number(ptr %text) {
  %a = call double @apply(ptr @strtod, ptr %text)
  %b = call double @strtod(ptr %text, ptr null)
  ret double %b
}

; CHECK: define linkonce_odr double @strtod.sleave(ptr %[[TEXT:.*]], ptr %{{.*}}) {{.*}}comdat
; CHECK: call void @__sleave_read_text(ptr %[[TEXT]])
; CHECK: call double @strtod(
; CHECK: define linkonce_odr i64 @strlen.sleave(ptr %[[MEASURED:.*]]) {{.*}}comdat
; CHECK: call i64 @__sleave_strlen(ptr %[[MEASURED]])
