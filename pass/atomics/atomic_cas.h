// A compare-exchange becomes a call that performs it. The hook takes the expected value by address and stores there
// what it read, so each operation has a slot in the entry block.
//
//   before:   %r = cmpxchg weak ptr %p, i32 %e, i32 %n acq_rel acquire
//   after:    store i32 %e, ptr %expected
//             %c = call i32 @__sleave_atomic_cas_4(ptr %p, ptr %expected, i32 %n, i32 4, i32 2, i32 1)
//             %old = load i32, ptr %expected
//             %ok = icmp ne i32 %c, 0
//             %r = { %old, %ok }
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace sleave {

bool replaceCompareExchanges(llvm::Function& function);

// What one call of the CAS hook compares and writes. All values are of the carrier type.
struct CompareExchange {
  llvm::Value* address;
  llvm::Value* expected;
  llvm::Value* desired;
  llvm::AtomicOrdering success;
  llvm::AtomicOrdering failure;
  bool weak;
};

struct CompareExchangeResult {
  llvm::Value* old;
  llvm::Value* succeeded;  // i1
};

CompareExchangeResult callCompareExchange(llvm::IRBuilder<>& builder, const CompareExchange& operation);

}  // namespace sleave
