; What nobody writes cannot race: constants and invariant loads. Counters of profilers race by design.
; RUN: %sleave_opt %s | %FileCheck %s

@table = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@variable = global i32 0
@__profc_f = private global [1 x i64] zeroinitializer, section "__llvm_prf_cnts"
@__llvm_gcov_ctr = internal global [1 x i64] zeroinitializer

; CHECK-LABEL: define i32 @constants(
; CHECK-NOT: __sleave
; CHECK: ret i32
define i32 @constants(i32 %n, ptr %p) {
  %e = getelementptr [4 x i32], ptr @table, i32 0, i32 %n
  %a = load i32, ptr %e
  %b = load i32, ptr %p, !invariant.load !0
  %c = add i32 %a, %b
  ret i32 %c
}

; CHECK-LABEL: define i32 @variables(
; CHECK: call void @__sleave_read_4(ptr @variable)
define i32 @variables() {
  %a = load i32, ptr @variable
  ret i32 %a
}

; CHECK-LABEL: define void @profiled(
; CHECK-NOT: __sleave
; CHECK: ret void
define void @profiled() {
  %a = load i64, ptr @__profc_f
  %b = add i64 %a, 1
  store i64 %b, ptr @__profc_f
  store i64 %b, ptr @__llvm_gcov_ctr
  ret void
}

!0 = !{}
