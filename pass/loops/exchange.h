// What follows from whether a compare-exchange succeeds.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

namespace sleave {

// Whether the value is part 0 of its result, what it found, or part 1, whether it succeeded.
bool isPartOf(const llvm::Value* value, const llvm::AtomicCmpXchgInst& exchange, unsigned part);

// Whether the loop is left if the exchange succeeds.
bool leavesOnSuccess(const llvm::AtomicCmpXchgInst& exchange, const llvm::Loop& loop);

}  // namespace sleave
