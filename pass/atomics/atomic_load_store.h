// Atomic loads and stores become calls that perform them.
//
//   before:   %v = load atomic double, ptr %p acquire, align 8
//             store atomic ptr %w, ptr %q release, align 8
//   after:    %b = call i64 @__sleave_atomic_load_8(ptr %p, i32 2)
//             %v = bitcast i64 %b to double
//             %i = ptrtoint ptr %w to i64
//             call void @__sleave_atomic_store_8(ptr %q, i64 %i, i32 3)
#pragma once

#include <llvm/IR/Function.h>

namespace sleave {

bool replaceAtomicLoadsAndStores(llvm::Function& function);

}  // namespace sleave
