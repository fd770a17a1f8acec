// The values that one iteration of a loop passes to the next, as one number.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace sleave {

// Whether the value fits into the hash.
bool canBeHashed(const llvm::PHINode& phi);

// One to one for a single value, and unlikely to be the same by chance for several.
llvm::Value* mixed(llvm::IRBuilder<>& builder, llvm::Value* hash, llvm::Value* value);

llvm::Value* hashOf(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> values);

// An integer of the size of a stack slot that can be hashed, too; null: it is too large.
llvm::Type* slotType(const llvm::AllocaInst& slot);

// Calls a hook at the header of a loop with `first`, whether the header was reached from one of its latches (1) or not
// (0), and a hash of what its values and the slots hold.
void announceArrival(llvm::StringRef hook, llvm::ArrayRef<llvm::Value*> first, llvm::BasicBlock& header,
                     llvm::ArrayRef<llvm::BasicBlock*> latches, llvm::ArrayRef<llvm::AllocaInst*> slots);

}  // namespace sleave
