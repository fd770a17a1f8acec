// Which memory no other thread can reach, so that accesses to it need no hook.
//
// Decided before the function is changed, because the hooks themselves take addresses:
//   * a stack slot, or an argument passed by value, whose address does not escape its function;
//   * a thread_local variable of this module whose address escapes no function;
//   * counters of profiling and coverage, which race by design and are not the program's own.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace sleave {

class PrivateMemory {
 public:
  explicit PrivateMemory(const llvm::Module& module);

  // Adds the private objects of `function`; those of other functions stay known.
  void enter(const llvm::Function& function);

  // All that `address` can point to is private. Over-approximates sharing.
  bool contains(const llvm::Value* address) const;

  // Nobody writes what `address` points to: private or constant.
  bool isNeverWritten(const llvm::Value* address) const;

 private:
  llvm::SmallPtrSet<const llvm::Value*, 32> objects_;
};

}  // namespace sleave
