// Announces what functions of abi/pure_calls.def read and write of their caller's memory, inside a library where the
// pass cannot see it.
//
//   before:   %found = call ptr @memmem(ptr %text, i64 %n, ptr %word, i64 %m)        ; "r0,1 r2,3"
//   after:    call void @__sleave_read_range(ptr %text, i64 %n)
//             call void @__sleave_read_range(ptr %word, i64 %m)
//             %found = call ptr @memmem(...)
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>

namespace sleave {

bool announceLibraryAccesses(llvm::Function& function);

// What a call of a function of the table reads: argument and bytes, as __sleave_follow_reads() wants them.
struct ArgumentRead {
  llvm::Value* pointer;
  std::uint64_t bytes;
};
llvm::SmallVector<ArgumentRead, 4> argumentsRead(const llvm::CallBase& call);

}  // namespace sleave
