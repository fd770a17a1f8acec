; Hooks that would say nothing new are jumped over; what they ask is in the runtime's __sleave_watch.
; RUN: %sleave_opt %s | %FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK: @__sleave_watch = external dso_local global %sleave_watch

@global = global i32 0

; Anything may be a block of the heap: of main's, whose states are looked up, or of another thread's, which the hook does.
; CHECK-LABEL: define i32 @anywhere(
define i32 @anywhere(ptr %p) {
; CHECK: [[ADDRESS:%.*]] = ptrtoint ptr %p to i64
; CHECK-NEXT: [[HEAP:%.*]] = load i64, ptr getelementptr inbounds (%sleave_watch, ptr @__sleave_watch, i32 0, i32 1)
; CHECK-NEXT: [[OFFSET:%.*]] = sub i64 [[ADDRESS]], [[HEAP]]
; CHECK-NEXT: [[INSIDE:%.*]] = icmp ult i64 [[OFFSET]], 1610612736
; CHECK-NEXT: br i1 [[INSIDE]], label %[[STATE:.*]], label %[[ELSEWHERE:[^,]*]]
; CHECK: [[STATE]]:
; CHECK-NEXT: [[GRANULE:%.*]] = lshr i64 [[ADDRESS]], 4
; CHECK-NEXT: [[PLACE:%.*]] = add i64 [[GRANULE]], 67070209294336
; CHECK-NEXT: [[POINTER:%.*]] = inttoptr i64 [[PLACE]] to ptr
; CHECK-NEXT: [[BYTE:%.*]] = load i8, ptr [[POINTER]]
; CHECK-NEXT: [[BAD:%.*]] = icmp ne i8 [[BYTE]], 16
; CHECK-NEXT: br i1 [[BAD]], label %[[HOOK:.*]], label %[[DONE:[^,]*]], !prof [[SELDOM:![0-9]+]]
; CHECK: [[ELSEWHERE]]:
; CHECK-NEXT: [[WHOM:%.*]] = load i8, ptr getelementptr inbounds (%sleave_watch, ptr @__sleave_watch, i32 0, i32 2)
; CHECK-NEXT: [[MATTERS:%.*]] = icmp ne i8 [[WHOM]], 0
; CHECK-NEXT: br i1 [[MATTERS]], label %[[HOOK]], label %[[NOBODY:[^,]*]], !prof [[SELDOM]]
; CHECK: [[NOBODY]]:
; CHECK-NEXT: [[OUTSIDE:%.*]] = icmp uge i64 [[OFFSET]], 2147483648
; CHECK-NEXT: [[SLOTS:%.*]] = lshr i64 [[ADDRESS]], 44
; CHECK-NEXT: [[SLOT:%.*]] = icmp eq i64 [[SLOTS]], 2
; CHECK-NEXT: [[OTHER:%.*]] = and i1 [[OUTSIDE]], [[SLOT]]
; CHECK-NEXT: br i1 [[OTHER]], label %[[HOOK]], label %[[DONE]], !prof [[SELDOM]]
; CHECK: [[HOOK]]:
; CHECK-NEXT: call void @__sleave_read_4(ptr %p)
; CHECK-NEXT: br label %[[DONE]]
; CHECK: [[DONE]]:
; CHECK-NEXT: %v = load i32, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}

; A write is progress, whoever looks. What is no block is not looked up.
; CHECK-LABEL: define void @named(
define void @named() {
; CHECK-NEXT: store i8 1, ptr @sleave.edges
; CHECK-NEXT: store i64 0, ptr @__sleave_watch
; CHECK-NEXT: load i8
; CHECK-NEXT: icmp ne
; CHECK-NEXT: br i1 {{.*}}, label %[[HOOK:.*]], label %[[DONE:[^,]*]], !prof [[SELDOM]]
; CHECK: [[HOOK]]:
; CHECK-NEXT: call void @__sleave_write_4(ptr @global)
; CHECK-NEXT: br label %[[DONE]]
; CHECK: [[DONE]]:
; CHECK-NEXT: store i32 1, ptr @global
  store i32 1, ptr @global
  ret void
}

; Bytes of two granules: their end is compared.
; CHECK-LABEL: define i32 @unaligned(
define i32 @unaligned(ptr %p) {
; CHECK: [[BYTE:%.*]] = load i8, ptr {{.*}}, !nosanitize
; CHECK-NEXT: [[LOW:%.*]] = trunc i64 {{.*}} to i32
; CHECK-NEXT: [[FIRST:%.*]] = and i32 [[LOW]], 15
; CHECK-NEXT: [[END:%.*]] = add i32 [[FIRST]], 4
; CHECK-NEXT: [[LIVE:%.*]] = sext i8 [[BYTE]] to i32
; CHECK-NEXT: icmp sgt i32 [[END]], [[LIVE]]
  %v = load i32, ptr %p, align 2
  ret i32 %v
}

; No way around is built where nobody wants speed.
; CHECK-LABEL: define void @plain(
; CHECK-NOT: __sleave_watch
; CHECK: ret void
define void @plain() optnone noinline {
  store i32 1, ptr @global
  ret void
}

; In a loop, what the race detector knows already is looked up as well: a mask of the four bytes, of all of the address
; but bit 2, and of the mark.
; CHECK-LABEL: define i32 @in_loop(
define i32 @in_loop(ptr %p) {
entry:
  br label %loop
loop:
; CHECK: [[WHOM:%.*]] = load i8, ptr getelementptr inbounds (%sleave_watch, ptr @__sleave_watch, i32 0, i32 2)
; CHECK-NEXT: [[MATTERS:%.*]] = icmp ne i8 [[WHOM]], 0
; CHECK-NEXT: br i1 [[MATTERS]], label %[[LOOK:[0-9]+]], label %[[NOBODY:[^,]*]]
; CHECK: [[LOOK]]:
; CHECK-NEXT: [[ADDRESS:%.*]] = ptrtoint ptr %p to i64
; CHECK-NEXT: [[OFFSET:%.*]] = and i64 [[ADDRESS]], 16376
; CHECK-NEXT: [[PLACE:%.*]] = getelementptr i8, ptr getelementptr inbounds (%sleave_known, ptr @__sleave_known, i32 0, i32 1), i64 [[OFFSET]]
; CHECK-NEXT: [[WORD:%.*]] = load i64, ptr [[PLACE]]
; CHECK-NEXT: [[MARK:%.*]] = load i64, ptr @__sleave_known
; CHECK-NEXT: [[HIGH:%.*]] = shl i64 [[ADDRESS]], 16
; CHECK-NEXT: [[OTHER:%.*]] = xor i64 [[HIGH]], [[WORD]]
; CHECK-NEXT: [[DIFFERENCE:%.*]] = xor i64 [[OTHER]], [[MARK]]
; CHECK-NEXT: [[FIRST:%.*]] = and i64 [[ADDRESS]], 4
; CHECK-NEXT: [[BYTES:%.*]] = shl i64 15, [[FIRST]]
; CHECK-NEXT: [[MASK:%.*]] = or i64 [[BYTES]], -327680
; CHECK-NEXT: [[COUNTS:%.*]] = and i64 [[DIFFERENCE]], [[MASK]]
; CHECK-NEXT: [[NEW:%.*]] = icmp ne i64 [[COUNTS]], 0
; CHECK-NEXT: br i1 [[NEW]], label %[[HOOK:.*]], label %[[DONE:[^,]*]], !prof [[SELDOM]]
; CHECK: [[HOOK]]:
; CHECK-NEXT: call void @__sleave_read_4(ptr %p)
  %v = load i32, ptr %p
  %again = icmp eq i32 %v, 0
  br i1 %again, label %loop, label %end
end:
  ret i32 %v
}

; Eight bytes: their mask is a constant, of what was written.
; CHECK-LABEL: define void @eight_in_loop(
define void @eight_in_loop(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
; CHECK: and i64 {{.*}}, -256{{$}}
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %place
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK: [[SELDOM]] = !{!"branch_weights", i32 1, i32 1048576}
