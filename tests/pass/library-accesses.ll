; What library functions read and write of their caller's memory is announced.
; RUN: %sleave_opt %s | %FileCheck %s

declare ptr @memmem(ptr, i64, ptr, i64)
declare double @strtod(ptr, ptr)
declare void @qsort(ptr, i64, i64, ptr)
declare i64 @strspn(ptr, ptr)

; CHECK-LABEL: define ptr @find(
; CHECK: call void @__sleave_read_range(ptr %text, i64 %{{.*}})
; CHECK: call void @__sleave_read_range(ptr %word, i64 %{{.*}})
; CHECK: call ptr @memmem
define ptr @find(ptr %text, i64 %n, ptr %word, i64 %m) {
  %at = call ptr @memmem(ptr %text, i64 %n, ptr %word, i64 %m)
  ret ptr %at
}

; CHECK-LABEL: define double @number(
; CHECK: call void @__sleave_read_text(ptr %text)
; CHECK: %[[NONE:.*]] = icmp eq ptr %end, null
; CHECK: %[[BYTES:.*]] = select i1 %[[NONE]], i64 0, i64 8
; CHECK: call void @__sleave_write_range(ptr %end, i64 %[[BYTES]])
define double @number(ptr %text, ptr %end) {
  %x = call double @strtod(ptr %text, ptr %end)
  ret double %x
}

; CHECK-LABEL: define void @sort(
; CHECK: mul i64
; CHECK: call void @__sleave_write_range(ptr %base, i64 %{{.*}})
define void @sort(ptr %base, i64 %count, ptr %compare) {
  call void @qsort(ptr %base, i64 %count, i64 4, ptr %compare)
  ret void
}

; CHECK-LABEL: define i64 @span(
; CHECK: call void @__sleave_read_text(ptr %text)
; CHECK: call void @__sleave_read_text(ptr %set)
define i64 @span(ptr %text, ptr %set) {
  %n = call i64 @strspn(ptr %text, ptr %set)
  ret i64 %n
}
