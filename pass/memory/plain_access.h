// Plain loads and stores of memory that can be shared are announced; the access itself stays.
//
//   before:   %v = load i32, ptr %p
//             store i24 %w, ptr %q
//   after:    call void @__sleave_read_4(ptr %p)
//             %v = load i32, ptr %p
//             call void @__sleave_write_range(ptr %q, i64 3)
//             store i24 %w, ptr %q
//
// An argument passed by value (`byval`) is read by the call, and announced before it. Every access is announced, a
// second one to the same address too: with plain accesses as scheduling points, the gap in `x = x + 1` is where a lost
// update hides. Left alone: private memory, constants, !invariant.load, address spaces other than 0 (%fs: and %gs:
// relative data has no address that a hook could take).
#pragma once

#include "pass/base/private_memory.h"

namespace sleave {

bool announcePlainAccesses(llvm::Function& function, const PrivateMemory& memory);

}  // namespace sleave
