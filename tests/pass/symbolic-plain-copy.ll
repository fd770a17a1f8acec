; While nothing depends on the input, control is in a copy without steps. Calls and hooks stand in the first only, and
; after a call control comes back.
; RUN: %sleave_opt %s | %FileCheck %s

declare void @__sleave_symbolic(ptr, i64, ptr)
declare void @other()
@shared = global i32 0

; CHECK-LABEL: define i32 @calls(
; CHECK: load i32, ptr @__sleave_following
; CHECK-NEXT: icmp eq i32
; CHECK-NEXT: br i1 {{.*}}, label %[[PLAIN:[^ ,]+]], label
; CHECK: call void @__sleave_write_4(ptr @shared)
; CHECK: call void @__sleave_follow_store(i32 32, ptr @shared
; CHECK: call void @other()
; CHECK-NEXT: load i32, ptr @__sleave_following
; CHECK-NEXT: icmp eq i32
; CHECK-NEXT: br i1 {{.*}}, label %[[AFTER:[^ ,]+]], label
; CHECK: call i32 @__sleave_follow_binary
; CHECK: ret i32
; CHECK: [[PLAIN]]:
; CHECK-NOT: {{ call }}
; CHECK: store i32 %a, ptr @shared
; CHECK-NOT: {{ call }}
; CHECK: [[AFTER]]:
; CHECK-NOT: {{ call }}
; CHECK: mul i32 %a, %a
; CHECK-NOT: {{ call }}
; CHECK: ret i32
define i32 @calls(i32 %a) {
  store i32 %a, ptr @shared
  call void @other()
  %square = mul i32 %a, %a
  ret i32 %square
}

; What is not to be optimised has one body.
; CHECK-LABEL: define i32 @unoptimised(
; CHECK: call i32 @__sleave_follow_binary
; CHECK: ret i32
; CHECK-NOT: ret i32
; CHECK: }
define i32 @unoptimised(i32 %a) noinline optnone {
  %square = mul i32 %a, %a
  ret i32 %square
}
