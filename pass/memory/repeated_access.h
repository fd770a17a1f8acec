// Which hooks of plain accesses repeat others: same address, no more bytes, in one block, and between them nothing but
// plain accesses and arithmetic of the same thread. Whatever is known of one then holds for the other, unless accesses
// are scheduling points or are recorded one by one.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

namespace sleave {

// A call of __sleave_read_N or __sleave_write_N.
struct AccessHook {
  llvm::CallInst* call;
  llvm::Value* address;
  uint64_t bytes;
  bool writes;
  // The access that this one repeats, as an index of the list; its own if it is the first. A first that reads may be
  // followed by a write.
  size_t first;
  bool is_read_to_write = false;  // a read that a write repeats, with the same number of bytes
};

using AccessHooks = llvm::SmallVector<AccessHook, 32>;

// All of a function that have a place in the source, in the order of their blocks.
AccessHooks findAccessHooks(llvm::Function& function);

}  // namespace sleave
