// Volatile accesses are events, as atomic ones are: code that is older than C11 synchronizes through them. What a race
// between them means is the plan's choice (--volatile).
//
//   before:   %v = load volatile i32, ptr %p, align 4
//   early:    %v = load atomic volatile i32, ptr %p unordered, align 4
//   late:     %v = load atomic i32, ptr %p monotonic, align 4, !sleave.volatile
//
// No C or C++ compiler writes `unordered`, so it survives the optimizer as a mark. Scalars of 1, 2, 4 or 8 bytes,
// naturally aligned; other volatile accesses, and those of memory that no other thread can reach, stay plain.
#pragma once

#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

namespace sleave {

// At the start of the pipeline: loops over volatile variables stay whole, like those over atomics.
bool markVolatileAccesses(llvm::Module& module);

// At its end, before anything else is instrumented.
bool makeVolatileAccessesAtomic(llvm::Module& module);

// Whether the atomic load or store was a volatile one.
bool isVolatileAccess(const llvm::Instruction& instruction);

}  // namespace sleave
