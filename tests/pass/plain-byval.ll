; An argument passed by value is read by the call.
; RUN: %sleave_opt %s | %FileCheck %s

%Big = type { [5 x i64] }
declare void @take(ptr byval(%Big))

; CHECK-LABEL: define void @caller(
define void @caller(ptr %p) {
; CHECK: call void @__sleave_read_range(ptr %p, i64 40)
; CHECK: call void @take(ptr byval(%Big) %p)
  call void @take(ptr byval(%Big) %p)
  ret void
}
