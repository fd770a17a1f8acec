#include "pass/atomics/atomic_value.h"

#include <llvm/IR/Module.h>

#include "abi/words.h"
#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

sleave_order orderOf(llvm::AtomicOrdering ordering) {
  switch (ordering) {
    case llvm::AtomicOrdering::NotAtomic:
    case llvm::AtomicOrdering::Unordered:
    case llvm::AtomicOrdering::Monotonic:
      return SLEAVE_ORDER_relaxed;
    case llvm::AtomicOrdering::Acquire:
      return SLEAVE_ORDER_acquire;
    case llvm::AtomicOrdering::Release:
      return SLEAVE_ORDER_release;
    case llvm::AtomicOrdering::AcquireRelease:
      return SLEAVE_ORDER_acq_rel;
    case llvm::AtomicOrdering::SequentiallyConsistent:
      return SLEAVE_ORDER_seq_cst;
  }
  llvm_unreachable("an ordering LLVM does not have");
}

}  // namespace

llvm::IntegerType* atomicCarrier(const llvm::Instruction& access, llvm::Type* type, llvm::Align alignment,
                                 unsigned address_space) {
  if (address_space != 0) return nullptr;
  llvm::TypeSize size = access.getModule()->getDataLayout().getTypeStoreSize(type);
  if (size.isScalable() || !hasSizedHook(size.getFixedValue()) || alignment.value() < size.getFixedValue()) {
    return nullptr;
  }
  return llvm::IntegerType::get(access.getContext(), static_cast<unsigned>(size.getFixedValue()) * 8);
}

unsigned carrierBytes(const llvm::IntegerType* carrier) { return carrier->getBitWidth() / 8; }

llvm::ConstantInt* orderArgument(llvm::IRBuilder<>& builder, llvm::AtomicOrdering ordering) {
  return builder.getInt32(orderOf(ordering));
}

}  // namespace sleave
