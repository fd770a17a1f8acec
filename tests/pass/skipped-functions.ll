; Functions that are not to be touched, and accesses that another tool inserted.
; RUN: %sleave_opt %s | %FileCheck %s

; The attribute forbids hooks; its frame is still walked through.
; CHECK: define i32 @asked_not_to(ptr %p) [[QUIET:#[0-9]+]] {
; CHECK-NEXT: load i32
; CHECK-NEXT: ret
define i32 @asked_not_to(ptr %p) disable_sanitizer_instrumentation {
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK: define void @bare() [[BARE:#[0-9]+]] {
; CHECK-NEXT: call void asm
define void @bare() naked {
  call void asm sideeffect "ret", ""()
  unreachable
}

; CHECK: define available_externally i32 @elsewhere(ptr %p) {
; CHECK-NEXT: load i32
define available_externally i32 @elsewhere(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK: define i32 @__sleave_own(ptr %p) {
; CHECK-NEXT: load i32
define i32 @__sleave_own(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: define i32 @checked(
; CHECK-NOT: @__sleave_
; CHECK: ret i32
define i32 @checked(ptr %p) {
  %v = load i32, ptr %p, !nosanitize !0
  %w = atomicrmw add ptr %p, i32 %v seq_cst, !nosanitize !0
  ret i32 %w
}

; CHECK: attributes [[QUIET]] = { disable_sanitizer_instrumentation "frame-pointer"="all" }
; CHECK: attributes [[BARE]] = { naked }

!0 = !{}
