; One constructor for each linked image, ahead of all others, names the counters' section.
; RUN: %sleave_opt %s | %FileCheck %s

; CHECK: $__sleave_module_ctor = comdat any
; CHECK: @__start___sleave_edges = extern_weak hidden global i8
; CHECK: @__stop___sleave_edges = extern_weak hidden global i8
; CHECK: @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @__sleave_module_ctor, ptr @__sleave_module_ctor }]
; CHECK-LABEL: define linkonce_odr hidden void @__sleave_module_ctor()
; CHECK-SAME: comdat
; CHECK-NEXT: call void @__sleave_module_init_v2(ptr @__start___sleave_edges, ptr @__stop___sleave_edges, ptr @__start___sleave_callees, ptr @__stop___sleave_callees, ptr @__start___sleave_untracked, ptr @__stop___sleave_untracked)
; CHECK-NEXT: ret void

define void @f() {
  ret void
}
