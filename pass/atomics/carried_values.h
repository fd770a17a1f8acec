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

}  // namespace sleave
