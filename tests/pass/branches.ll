; What the marks stand for: a table beside them, with distances instead of addresses.
; RUN: %sleave_opt %s | %FileCheck %s
; RUN: %sleave_opt %s | %clang_plain -Wno-override-module -x ir -c -o %t.o -
; RUN: %readelf -SW %t.o | %FileCheck --check-prefix=ELF %s

target triple = "x86_64-unknown-linux-gnu"

; Marks and name; 8 marks: entry, entry to no, yes, no, the two ways from no to done, five, done. Defined in file 0 at line 2;
; one file, 5 sides, 8 lines.
; CHECK: @sleave.branches = private constant { i64, i64, i32, i32, i32, i32, i32, i32, [1 x i64], [74 x i32] }
; CHECK-SAME: i64 sub (i64 ptrtoint (ptr @sleave.edges to i64), i64 ptrtoint (ptr @sleave.branches to i64))
; CHECK-SAME: i32 8, i32 0, i32 2, i32 1, i32 5, i32 8, [1 x i64]
; A branch: side true with mark 2, then false with mark 1, in line 3, column 7.
; CHECK-SAME: i32 2, i32 0, i32 1, i32 0, i32 3, i32 7, i32 0, i32 0, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 3, i32 7,
; A switch: cases 5 and 6, and default.
; CHECK-SAME: i32 6, i32 1, i32 2, i32 0, i32 4, i32 3, i32 0, i32 0, i32 5, i32 0
; CHECK-SAME: i32 4, i32 1, i32 2, i32 0, i32 4, i32 3, i32 0, i32 0, i32 6, i32 0
; CHECK-SAME: i32 5, i32 1, i32 3, i32 0, i32 4, i32 3, i32 0, i32 0, i32 0, i32 0
; CHECK-SAME: section "__sleave_branches", align 8, !associated

; Read-only: A (alloc), L (link order).
; ELF: __sleave_branches PROGBITS {{.*}} AL

define void @f(i1 %c, i8 %n) !dbg !4 {
entry:
  br i1 %c, label %yes, label %no, !dbg !7
yes:
  br label %no, !dbg !8
no:
  switch i8 %n, label %done [ i8 5, label %five
                              i8 6, label %done ], !dbg !8
five:
  br label %done, !dbg !8
done:
  ret void, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 2, unit: !0, spFlags: DISPFlagDefinition, type: !5)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 3, column: 7, scope: !4)
!8 = !DILocation(line: 4, column: 3, scope: !4)
