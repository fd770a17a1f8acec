; Promises that a hook breaks are withdrawn, from functions and from calls; frames stay walkable.
; RUN: %sleave_opt %s | %FileCheck %s

declare i32 @pure(i32) memory(none)
declare i32 @llvm.smax.i32(i32, i32)

; CHECK: define i32 @reader(ptr nocapture readonly %p) [[READER:#[0-9]+]]
define i32 @reader(ptr nocapture readonly %p) nounwind memory(argmem: read) nosync nofree willreturn {
  %v = load i32, ptr %p
; CHECK: call i32 @pure(i32 %v){{$}}
  %w = call i32 @pure(i32 %v) memory(none) nosync willreturn
  %m = call i32 @llvm.smax.i32(i32 %v, i32 %w)
  ret i32 %m
}

; CHECK: define i32 @guess() [[GUESS:#[0-9]+]]
define i32 @guess() speculatable memory(none) "frame-pointer"="none" {
  ret i32 1
}

; CHECK: attributes [[READER]] = { nounwind "frame-pointer"="all" }
; CHECK: attributes [[GUESS]] = { "frame-pointer"="all" }
