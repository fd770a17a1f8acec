; Marks live and die with their function: same comdat, linked sections.
; RUN: %sleave_opt %s | %FileCheck %s
; RUN: %sleave_opt %s | %clang_plain -Wno-override-module -x ir -c -ffunction-sections -o %t.o -
; RUN: %readelf -SW %t.o | %FileCheck --check-prefix=ELF %s

target triple = "x86_64-unknown-linux-gnu"

$inline = comdat any
; CHECK: @sleave.edges = private global [1 x i8] zeroinitializer, section "__sleave_edges", comdat($inline), align 1
; CHECK: @sleave.edges.1 = private global [1 x i8] zeroinitializer, section "__sleave_edges", align 1

define linkonce_odr void @inline() comdat {
  ret void
}
define void @strong() {
  ret void
}

; Flags A (alloc), W (write), L (link order), G (group).
; ELF-DAG: __sleave_edges PROGBITS {{.*}} WALG
; ELF-DAG: __sleave_edges PROGBITS {{.*}} WAL {{[0-9]+}}
