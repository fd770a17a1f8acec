// Vector accesses under a mask (the vectoriser makes them of conditional loops) are announced lane by lane, because a
// lane that is masked out is no access: announcing it would make a race that did not happen.
//
//   before:   %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %mask, <4 x i32> %rest)
//   after:    %on = extractelement <4 x i1> %mask, i64 0
//             br i1 %on, label %announce, label %next
//           announce:
//             call void @__sleave_read_4(ptr %p + 0)
//             br label %next
//           next:
//             ... the other lanes ...
//             %v = call <4 x i32> @llvm.masked.load.v4i32.p0(...)
//
// The same for stores, gathers and scatters. Lanes with a constant mask need no branch.
#pragma once

#include "pass/base/private_memory.h"

namespace sleave {

bool announceMaskedAccesses(llvm::Function& function, const PrivateMemory& memory);

}  // namespace sleave
