; What library functions read and write of their caller's memory is announced.
; RUN: %sleave_opt %s | %FileCheck %s

declare ptr @memmem(ptr, i64, ptr, i64)
declare i64 @strtoimax(ptr, ptr, i32)
declare void @qsort_r(ptr, i64, i64, ptr, ptr)
declare i64 @strspn(ptr, ptr)

; CHECK-LABEL: define ptr @find(
; CHECK: call void @__sleave_read_range(ptr %text, i64 %{{.*}})
; CHECK: call void @__sleave_read_range(ptr %word, i64 %{{.*}})
; CHECK: call ptr @memmem
define ptr @find(ptr %text, i64 %n, ptr %word, i64 %m) {
  %at = call ptr @memmem(ptr %text, i64 %n, ptr %word, i64 %m)
  ret ptr %at
}

; CHECK-LABEL: define i64 @number(
; CHECK: call void @__sleave_read_text(ptr %text)
; CHECK: %[[NONE:.*]] = icmp eq ptr %end, null
; CHECK: %[[BYTES:.*]] = select i1 %[[NONE]], i64 0, i64 8
; CHECK: call void @__sleave_write_range(ptr %end, i64 %[[BYTES]])
define i64 @number(ptr %text, ptr %end) {
  %x = call i64 @strtoimax(ptr %text, ptr %end, i32 10)
  ret i64 %x
}

; CHECK-LABEL: define void @sort(
; CHECK: mul i64
; CHECK: call void @__sleave_write_range(ptr %base, i64 %{{.*}})
define void @sort(ptr %base, i64 %count, ptr %compare) {
  call void @qsort_r(ptr %base, i64 %count, i64 4, ptr %compare, ptr null)
  ret void
}

; CHECK-LABEL: define i64 @span(
; CHECK: call void @__sleave_read_text(ptr %text)
; CHECK: call void @__sleave_read_text(ptr %set)
define i64 @span(ptr %text, ptr %set) {
  %n = call i64 @strspn(ptr %text, ptr %set)
  ret i64 %n
}

; What a call fills is announced when it has returned, unless it failed.
declare i32 @clock_gettime(i32, ptr)
declare i32 @pthread_join(i64, ptr)
declare ptr @getcwd(ptr, i64)
declare i64 @getrandom(ptr, i64, i32)
declare i32 @personality(...)

; CHECK-LABEL: define i32 @now(
; CHECK: %error = call i32 @clock_gettime
; CHECK: %[[GOOD:.*]] = icmp sge i32 %error, 0
; CHECK: %[[THERE:.*]] = icmp ne ptr %time, null
; CHECK: %[[BOTH:.*]] = and i1 %[[GOOD]], %[[THERE]]
; CHECK: %[[BYTES:.*]] = select i1 %[[BOTH]], i64 16, i64 0
; CHECK: call void @__sleave_write_range(ptr %time, i64 %[[BYTES]])
define i32 @now(ptr %time) {
  %error = call i32 @clock_gettime(i32 1, ptr %time)
  ret i32 %error
}

; CHECK-LABEL: define i32 @join(
; CHECK: %error = call i32 @pthread_join
; CHECK: icmp eq i32 %error, 0
; CHECK: call void @__sleave_write_range(ptr %result
define i32 @join(i64 %thread, ptr %result) {
  %error = call i32 @pthread_join(i64 %thread, ptr %result)
  ret i32 %error
}

; CHECK-LABEL: define ptr @folder(
; CHECK: %found = call ptr @getcwd
; CHECK: br i1
; CHECK: call i64 @strlen(ptr %text)
; CHECK: call void @__sleave_write_range(ptr %text
define ptr @folder(ptr %text) {
  %found = call ptr @getcwd(ptr %text, i64 100)
  ret ptr %found
}

; CHECK-LABEL: define i64 @chance(
; CHECK: %n = call i64 @getrandom
; CHECK: mul i64 1, %n
; CHECK: call void @__sleave_write_range(ptr %to
define i64 @chance(ptr %to) {
  %n = call i64 @getrandom(ptr %to, i64 8, i32 0)
  ret i64 %n
}

; CHECK-LABEL: define void @unwinds(
; CHECK: invoke i32 @pthread_join
; CHECK-NEXT: to label %[[EDGE:.*]] unwind
; CHECK: [[EDGE]]:
; CHECK: call void @__sleave_write_range(ptr %result
define void @unwinds(i64 %thread, ptr %result, i1 %how) personality ptr @personality {
  br i1 %how, label %joins, label %ends
joins:
  %error = invoke i32 @pthread_join(i64 %thread, ptr %result) to label %ends unwind label %fails
ends:
  ret void
fails:
  %caught = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %caught
}

declare ptr @_ZNSolsEi(ptr, i32)
declare void @_ZNKSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv(ptr sret([32 x i8]), ptr)

; Objects of libstdc++, of which the run knows more: 111 is an o. A result in memory is no argument.
; CHECK-LABEL: define void @print(
; CHECK: call void @__sleave_use_object(ptr %stream, i32 111)
; CHECK: call ptr @_ZNSolsEi
; CHECK: call void @__sleave_use_object(ptr %stream, i32 111)
; CHECK: call void @_ZNKSt7__cxx1119basic_ostringstream
define void @print(ptr %stream, ptr %text) {
  %same = call ptr @_ZNSolsEi(ptr %stream, i32 1)
  call void @_ZNKSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv(ptr sret([32 x i8]) %text, ptr %stream)
  ret void
}
