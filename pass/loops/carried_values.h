// The values that one iteration of a loop passes to the next, as one number.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "pass/loops/idle_values.h"

namespace sleave {

// Whether the value fits into the hash.
bool canBeHashed(const llvm::PHINode& phi);

// An integer of up to 64 bits, or a pointer.
llvm::Value* asNumber(llvm::IRBuilder<>& builder, llvm::Value* value);

// One to one for a single value, and unlikely to be the same by chance for several.
llvm::Value* mixed(llvm::IRBuilder<>& builder, llvm::Value* hash, llvm::Value* value);

llvm::Value* hashOf(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> values);

// An integer of the size of a stack slot that can be hashed, too; null: it is too large.
llvm::Type* slotType(const llvm::AllocaInst& slot);

// Whether the slot begins and ends with an iteration: the next one does not know what it held.
bool livesInIteration(const llvm::AllocaInst& slot, const llvm::Loop& loop);

// What an iteration is given by the one before it.
struct Carried {
  llvm::BasicBlock* header;
  llvm::SmallVector<llvm::BasicBlock*, 2> latches;
  llvm::SmallVector<llvm::Value*, 4> values;      // of the header, without idle ones (idle_values.h)
  llvm::SmallVector<llvm::AllocaInst*, 4> slots;  // of the stack
};

// Without slots. None: a value of the header does not fit into a hash.
std::optional<Carried> carriedBy(const llvm::Loop& loop, IdleValueFinder& idle);

// Whether the header was reached from one of its latches (1) or not (0).
llvm::Value* arrivesAgain(const Carried& carried);

// Calls a hook with the number of the loop where it is left.
void announceExits(llvm::StringRef hook, llvm::Value* loop, llvm::ArrayRef<llvm::BasicBlock*> exits);

// Calls a hook at the header with `first`, arrivesAgain(), and a hash of what is carried.
void announceArrival(llvm::StringRef hook, llvm::ArrayRef<llvm::Value*> first, const Carried& carried);

}  // namespace sleave
