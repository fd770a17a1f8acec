; In a module that asks for inputs, one test stands for all steps of a run of instructions; constants are left alone.
; RUN: %sleave_opt %s | %FileCheck %s

declare void @__sleave_symbolic(ptr, i64, ptr)

; CHECK-LABEL: define i32 @computes(
; CHECK: load ptr, ptr getelementptr inbounds (i8, ptr @__sleave_following
; CHECK: icmp eq ptr {{.*}}, @computes
; CHECK: call i32 @__sleave_follow_argument(i32 0, i32 32
; CHECK: call void @__sleave_follow_entered()
; CHECK: %sum = add i32 %a, 7
; CHECK-NEXT: %product = mul i32 %sum, %a
; CHECK: icmp ne i32 {{.*}}, 0
; CHECK: call i32 @__sleave_follow_binary(i32 8198,
; CHECK: call i32 @__sleave_follow_binary(i32 8200,
; CHECK: ret i32 %product
define i32 @computes(i32 %a) {
  %sum = add i32 %a, 7
  %product = mul i32 %sum, %a
  ret i32 %product
}

; CHECK-LABEL: define void @counts(
; CHECK-NOT: @__sleave_follow_binary
; CHECK-NOT: @__sleave_follow_branch
; CHECK: ret void
define void @counts() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, 10
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A table that never changes is read before the load, whatever the address; one that may change is not.
@table = internal constant [4 x i32] [i32 3, i32 1, i32 4, i32 1]
@slots = internal global [4 x i32] zeroinitializer

; CHECK-LABEL: define i32 @reads_table(
; CHECK: call i32 @__sleave_follow_table(i32 32, ptr @table, i64 16,
; CHECK: load i32
; CHECK-NOT: call void @__sleave_follow_word
; CHECK: ret i32
define i32 @reads_table(i64 %i) {
  %place = getelementptr [4 x i32], ptr @table, i64 0, i64 %i
  %found = load i32, ptr %place
  ret i32 %found
}

; CHECK-LABEL: define i32 @reads_slots(
; CHECK-NOT: @__sleave_follow_table
; CHECK: call void @__sleave_follow_indexed
; CHECK: load i32
; CHECK: ret i32
define i32 @reads_slots(i64 %i) {
  %place = getelementptr [4 x i32], ptr @slots, i64 0, i64 %i
  %found = load i32, ptr %place
  ret i32 %found
}
