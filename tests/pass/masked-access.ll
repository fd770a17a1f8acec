; A lane that is masked out is no access.
; Functions that are to be small: each hook stands alone (access-shortcut.ll has the others).
; RUN: %sleave_opt %s | %FileCheck %s

declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)
declare void @llvm.masked.store.v2i64.p0(<2 x i64>, ptr, i32, <2 x i1>)
declare <2 x i16> @llvm.masked.gather.v2i16.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x i16>)
declare void @llvm.masked.scatter.v2i32.v2p0(<2 x i32>, <2 x ptr>, i32, <2 x i1>)

; CHECK-LABEL: define <2 x i32> @variable_mask(
define <2 x i32> @variable_mask(ptr %p, <2 x i1> %mask) minsize {
; CHECK: [[ON0:%.*]] = extractelement <2 x i1> %mask, i64 0
; CHECK-NEXT: br i1 [[ON0]], label %[[THEN0:.*]], label %[[NEXT0:.*]]
; CHECK: [[THEN0]]:
; CHECK-NEXT: [[FIRST:%.*]] = getelementptr inbounds i32, ptr %p, i64 0
; CHECK-NEXT: call void @__sleave_read_4(ptr [[FIRST]])
; CHECK: [[NEXT0]]:
; CHECK: [[ON1:%.*]] = extractelement <2 x i1> %mask, i64 1
; CHECK-NEXT: br i1 [[ON1]], label %[[THEN1:.*]], label %[[NEXT1:.*]]
; CHECK: [[THEN1]]:
; CHECK-NEXT: [[LANE:%.*]] = getelementptr inbounds i32, ptr %p, i64 1
; CHECK-NEXT: call void @__sleave_read_4(ptr [[LANE]])
; CHECK: [[NEXT1]]:
; CHECK-NEXT: %v = call <2 x i32> @llvm.masked.load
  %v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 4, <2 x i1> %mask, <2 x i32> zeroinitializer)
  ret <2 x i32> %v
}

; CHECK-LABEL: define void @constant_mask(
define void @constant_mask(ptr %p, <2 x i64> %v) minsize {
; CHECK-NOT: __sleave_write_8
; CHECK: [[LANE:%.*]] = getelementptr inbounds i64, ptr %p, i64 1
; CHECK-NEXT: call void @__sleave_write_8(ptr [[LANE]])
; CHECK-NEXT: call void @llvm.masked.store
  call void @llvm.masked.store.v2i64.p0(<2 x i64> %v, ptr %p, i32 8, <2 x i1> <i1 false, i1 true>)
  ret void
}

; CHECK-LABEL: define void @pointers(
define void @pointers(<2 x ptr> %p, <2 x i1> %mask) minsize {
; CHECK: [[A:%.*]] = extractelement <2 x ptr> %p, i64 0
; CHECK-NEXT: call void @__sleave_read_2(ptr [[A]])
; CHECK: [[B:%.*]] = extractelement <2 x ptr> %p, i64 1
; CHECK-NEXT: call void @__sleave_read_2(ptr [[B]])
; CHECK: llvm.masked.gather
  %v = call <2 x i16> @llvm.masked.gather.v2i16.v2p0(<2 x ptr> %p, i32 2, <2 x i1> %mask, <2 x i16> zeroinitializer)
; CHECK: [[C:%.*]] = extractelement <2 x ptr> %p, i64 0
; CHECK-NEXT: call void @__sleave_write_4(ptr [[C]])
; CHECK: llvm.masked.scatter
  call void @llvm.masked.scatter.v2i32.v2p0(<2 x i32> zeroinitializer, <2 x ptr> %p, i32 4, <2 x i1> %mask)
  ret void
}

; CHECK-LABEL: define <2 x i32> @private(
; CHECK-NOT: __sleave_
; CHECK: ret <2 x i32>
define <2 x i32> @private(<2 x i1> %mask) minsize {
  %x = alloca <2 x i32>
  %v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %x, i32 4, <2 x i1> %mask, <2 x i32> zeroinitializer)
  ret <2 x i32> %v
}
