; Segment-relative data has no address that a hook could take: left as it is.
; RUN: %sleave_opt %s | %FileCheck %s

; CHECK-LABEL: define i32 @segment(
; CHECK-NOT: @__sleave
; CHECK: ret i32
define i32 @segment(ptr addrspace(257) %p, ptr addrspace(257) %q) {
  %a = load i32, ptr addrspace(257) %p
  store i32 %a, ptr addrspace(257) %q
  %b = atomicrmw add ptr addrspace(257) %p, i32 1 seq_cst
  %c = load atomic i32, ptr addrspace(257) %p seq_cst, align 4
  %d = cmpxchg ptr addrspace(257) %p, i32 0, i32 1 seq_cst seq_cst
  call void @llvm.memcpy.p257.p257.i64(ptr addrspace(257) %p, ptr addrspace(257) %q, i64 8, i1 false)
  ret i32 %c
}

declare void @llvm.memcpy.p257.p257.i64(ptr addrspace(257), ptr addrspace(257), i64, i1)
