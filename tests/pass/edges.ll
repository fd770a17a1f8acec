; A mark for each block after splitting critical edges. The critical edge here is entry -> done.
; RUN: %sleave_opt %s | %FileCheck %s

; CHECK: @sleave.edges = private global [4 x i8] zeroinitializer, section "__sleave_edges", align 1, !associated [[OWNER:![0-9]+]]
; CHECK: @llvm.compiler.used = appending global {{.*}} @sleave.edges

; CHECK-LABEL: define i32 @f(
define i32 @f(i1 %c) {
entry:
; CHECK: %slot = alloca i32
; CHECK-NEXT: store i8 1, ptr @sleave.edges, align 1, !nosanitize
  %slot = alloca i32
  br i1 %c, label %body, label %done
; CHECK: entry.done_crit_edge:
; CHECK-NEXT: store i8 1, ptr getelementptr inbounds ([4 x i8], ptr @sleave.edges, i64 0, i64 1)
; CHECK: body:
; CHECK-NEXT: store i8 1, ptr getelementptr inbounds ([4 x i8], ptr @sleave.edges, i64 0, i64 2)
body:
  br label %done
; CHECK: done:
; CHECK-NEXT: %r = phi i32
; CHECK-NEXT: store i8 1, ptr getelementptr inbounds ([4 x i8], ptr @sleave.edges, i64 0, i64 3)
done:
  %r = phi i32 [ 0, %entry ], [ 1, %body ]
  ret i32 %r
}

; A block that is never reached has no mark.
; CHECK-LABEL: define void @g(
define void @g(i1 %c) {
  br i1 %c, label %never, label %done
; CHECK: never:
; CHECK-NEXT: unreachable
never:
  unreachable
done:
  ret void
}

; CHECK: [[OWNER]] = !{ptr @f}
