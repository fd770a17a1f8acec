; A hook has the location of the instruction it stands for. Where that has none, line 0 keeps the IR valid.
; Functions that are to be small: each hook stands alone (access-shortcut.ll has the others).
; RUN: %sleave_opt %s | %FileCheck %s

; CHECK-LABEL: define void @f(
define void @f(ptr %p) minsize !dbg !4 {
; CHECK: call void @__sleave_read_4(ptr %p) {{.*}}!dbg [[HERE:![0-9]+]]
; CHECK-NEXT: load i32, ptr %p, align 4, !dbg [[HERE]]
  %v = load i32, ptr %p, !dbg !7
; CHECK: call i32 @__sleave_atomic_rmw_4({{.*}}!dbg [[THERE:![0-9]+]]
  %w = atomicrmw add ptr %p, i32 1 seq_cst, !dbg !8
; CHECK: call void @__sleave_write_4(ptr %p) {{.*}}!dbg [[NOWHERE:![0-9]+]]
  store i32 0, ptr %p
  ret void, !dbg !8
}

; Hooks are never merged with each other.
; CHECK: attributes {{#[0-9]+}} = { nomerge nounwind }
; CHECK-DAG: [[HERE]] = !DILocation(line: 2, column: 3
; CHECK-DAG: [[THERE]] = !DILocation(line: 3, column: 5
; CHECK-DAG: [[NOWHERE]] = !DILocation(line: 0

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 2, column: 3, scope: !4)
!8 = !DILocation(line: 3, column: 5, scope: !4)
