// Announces what functions of abi/pure_calls.def read and write of their caller's memory, inside a library where the
// pass cannot see it.
//
//   before:   %found = call ptr @memmem(ptr %text, i64 %n, ptr %word, i64 %m)        ; "r0,1 r2,3"
//   after:    call void @__sleave_read_range(ptr %text, i64 %n)
//             call void @__sleave_read_range(ptr %word, i64 %m)
//             %found = call ptr @memmem(...)
#pragma once

#include <llvm/IR/Function.h>

namespace sleave {

bool announceLibraryAccesses(llvm::Function& function);

// Whether it is a function of the table that reads memory of its caller.
bool readsArguments(llvm::StringRef name);

}  // namespace sleave
