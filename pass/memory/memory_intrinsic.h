// Copies and fills of memory that can be shared become calls that announce their ranges and then do them.
//
//   before:   call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)
//   after:    call ptr @__sleave_memcpy(ptr %to, ptr %from, i64 %n)
//
// The same for memmove, memset and the .inline forms. Left alone: intrinsics all of whose ranges are private memory,
// and the element-wise atomic forms, which no C or C++ front end emits.
#pragma once

#include "pass/base/private_memory.h"

namespace sleave {

bool replaceMemoryIntrinsics(llvm::Function& function, const PrivateMemory& memory);

}  // namespace sleave
