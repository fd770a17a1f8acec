; Calls of code that may not be instrumented are guarded; a function that is carries a mark in front of it.
; RUN: %sleave_opt %s | %FileCheck %s

declare void @elsewhere()
declare i32 @abs(i32)
declare i32 @pthread_mutex_lock(ptr)
declare void @hand_over(ptr)
@table = global ptr @elsewhere

; Addresses of such functions in variables have entries from the start.
; CHECK-DAG: @sleave.callees{{.*}} = private global [1 x { ptr, ptr, i32, i32 }] [{ ptr, ptr, i32, i32 } { ptr @elsewhere, ptr @{{.*}}, i32 1, i32 0 }], section "__sleave_callees", align 8, !associated
; CHECK-DAG: private unnamed_addr constant [10 x i8] c"elsewhere\00"

; CHECK-LABEL: define void @direct()
; CHECK-SAME: prefix [2 x i64] [i64 6637927537397472943, i64 6637927537397472769]
; CHECK: %[[FOREIGN:.*]] = load i32, ptr getelementptr inbounds ({{.*}} @sleave.callees
; CHECK: %[[IS:.*]] = icmp ne i32 %[[FOREIGN]], 0
; CHECK: br i1 %[[IS]]
; CHECK: call void @__sleave_foreign_call(ptr @sleave.callees
; CHECK: call void @elsewhere()
define void @direct() {
  call void @elsewhere()
  ret void
}

; The objects that it passes are announced before and after it; what is constant is none.
; CHECK-LABEL: define void @objects(
; CHECK: call void @__sleave_foreign_call(ptr @sleave.callees
; CHECK-NEXT: call void @__sleave_foreign_object(ptr @sleave.callees{{.*}}, ptr %lock)
; CHECK-NOT: __sleave_foreign_object
; CHECK: call void @meet(ptr %lock, ptr null, ptr @text)
; CHECK: call void @__sleave_foreign_object(ptr @sleave.callees{{.*}}, ptr %lock)
; CHECK-NEXT: call void @__sleave_foreign_return(ptr @sleave.callees
; CHECK: ret void
declare void @meet(ptr, ptr, ptr)
@text = private constant [2 x i8] c"a\00"
define void @objects(ptr %lock) {
  call void @meet(ptr %lock, ptr null, ptr @text)
  ret void
}

; Known functions are not.
; CHECK-LABEL: define i32 @known(
; CHECK-NOT: __sleave_foreign
; CHECK: ret i32
define i32 @known(i32 %x, ptr %mutex) {
  %a = call i32 @abs(i32 %x)
  %b = call i32 @pthread_mutex_lock(ptr %mutex)
  ret i32 %a
}

; A function of this module that the linker cannot replace is not; one that it can is.
; CHECK-LABEL: define void @own(
; CHECK-NOT: __sleave_foreign
; CHECK: call void @direct()
; CHECK: call void @__sleave_foreign_call
; CHECK: call void @inline()
define void @own() {
  call void @direct()
  call void @inline()
  ret void
}
define linkonce_odr void @inline() {
  ret void
}

; CHECK-LABEL: define void @indirect(
; CHECK: call void @__sleave_indirect_call(ptr %f)
; CHECK: call void %f()
define void @indirect(ptr %f) {
  call void %f()
  ret void
}

; CHECK-LABEL: define void @taken(
; CHECK: call void @__sleave_foreign_taken(ptr @sleave.callees
; CHECK: call void @hand_over(ptr @elsewhere)
define void @taken() {
  call void @hand_over(ptr @elsewhere)
  ret void
}
