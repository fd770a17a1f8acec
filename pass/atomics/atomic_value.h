// What all atomic operations share: hooks work on unsigned integers of 1, 2, 4, 8 or 16 bytes, whatever the type in the
// program, and take memory orders and operations as the numbers of abi/words.h.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/Support/AtomicOrdering.h>

namespace sleave {

// The integer that carries a value of `type` through a hook, or null if the access is not ours: another address space,
// a size without a hook, or less aligned than its size (such accesses become libatomic calls).
llvm::IntegerType* atomicCarrier(const llvm::Instruction& access, llvm::Type* type, llvm::Align alignment,
                                 unsigned address_space);

unsigned carrierBytes(const llvm::IntegerType* carrier);

// sleave_order of an LLVM ordering. `unordered` and `monotonic` are both relaxed.
llvm::ConstantInt* orderArgument(llvm::IRBuilder<>& builder, llvm::AtomicOrdering ordering);

}  // namespace sleave
