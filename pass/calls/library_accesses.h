// Announces what functions of abi/calls/pure_calls.def and abi/calls/call_accesses.def read and write of their caller's
// memory, inside a library where the pass cannot see it.
//
//   before:   %found = call ptr @memmem(ptr %text, i64 %n, ptr %word, i64 %m)        ; "r0,1 r2,3"
//   after:    call void @__sleave_read_range(ptr %text, i64 %n)
//             call void @__sleave_read_range(ptr %word, i64 %m)
//             %found = call ptr @memmem(...)
//
//   before:   %error = call i32 @clock_gettime(i32 1, ptr %time)                     ; "f1:16"
//   after:    %error = call i32 @clock_gettime(i32 1, ptr %time)
//             call void @__sleave_write_range(ptr %time, i64 (%error < 0 || %time == null ? 0 : 16))
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace sleave {

bool announceLibraryAccesses(llvm::Function& function);

// Early: functions of the table stay calls, though the compiler may have copies of them to inline. What they do inside,
// std::cout's own unsynchronized state say, is not for us to see.
bool keepLibraryCalls(llvm::Module& module);

// Whether a function of the table accesses memory of its caller.
bool accessesMemory(llvm::StringRef name);

// Whether a function of the table uses an object with memory of its own, a stream say, so that more can be read through
// its arguments than argumentsRead() says.
bool usesObject(llvm::StringRef name);

// What a call of a function of the table reads: argument and bytes, as __sleave_follow_reads() wants them.
struct ArgumentRead {
  llvm::Value* pointer;
  std::uint64_t bytes;
};
llvm::SmallVector<ArgumentRead, 4> argumentsRead(const llvm::CallBase& call);

}  // namespace sleave
