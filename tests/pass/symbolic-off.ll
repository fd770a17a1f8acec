; A module that asks for no inputs is compiled as ever.
; RUN: %sleave_opt %s | %FileCheck %s

; CHECK-NOT: __sleave_follow
define i32 @plain(i32 %a, ptr %p) {
  %b = load i32, ptr %p
  %c = add i32 %a, %b
  %d = icmp eq i32 %c, 4
  %e = select i1 %d, i32 %a, i32 %b
  ret i32 %e
}
