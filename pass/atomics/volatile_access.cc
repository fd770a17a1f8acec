#include "pass/atomics/volatile_access.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace sleave {

namespace {

constexpr char kVolatile[] = "sleave.volatile";

bool hasAtomicForm(const llvm::Instruction& access, llvm::Type* type, llvm::Align alignment) {
  if (!type->isIntegerTy() && !type->isPointerTy() && !type->isFloatTy() && !type->isDoubleTy()) return false;
  const uint64_t bits = access.getModule()->getDataLayout().getTypeSizeInBits(type).getFixedValue();
  return (bits == 8 || bits == 16 || bits == 32 || bits == 64) && alignment.value() * 8 >= bits;
}

// Whether the program only reads and writes there. LLVM's own test takes a volatile access for an escape of its
// address.
bool isOnlyAccessed(const llvm::Value& address) {
  return llvm::all_of(address.uses(), [](const llvm::Use& use) {
    const llvm::User* user = use.getUser();
    if (llvm::isa<llvm::GetElementPtrInst, llvm::BitCastInst>(user)) return isOnlyAccessed(*user);
    if (llvm::isa<llvm::StoreInst>(user)) return use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    return llvm::isa<llvm::LoadInst>(user) ||
           (intrinsic && (intrinsic->isLifetimeStartOrEnd() || llvm::isa<llvm::MemSetInst>(intrinsic)));
  });
}

bool isPrivate(const llvm::Value& address) {
  const auto* slot = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(&address, 0));
  return slot && isOnlyAccessed(*slot);
}

template <typename Access>
bool isMarked(const Access& access, llvm::Type* type) {
  return access.isVolatile() && access.getOrdering() == llvm::AtomicOrdering::Unordered &&
         hasAtomicForm(access, type, access.getAlign());
}

template <typename Access>
bool canBeMarked(const Access& access, llvm::Type* type) {
  return access.isVolatile() && !access.isAtomic() && access.getPointerAddressSpace() == 0 &&
         !access.hasMetadata(llvm::LLVMContext::MD_nosanitize) && hasAtomicForm(access, type, access.getAlign());
}

template <typename Access>
bool mark(Access& access, llvm::Type* type) {
  if (!canBeMarked(access, type) || isPrivate(*access.getPointerOperand())) return false;
  access.setAtomic(llvm::AtomicOrdering::Unordered);
  return true;
}

// What the optimizer has shown to be private by now is plain again.
template <typename Access>
bool finish(Access& access, llvm::Type* type) {
  if (!isMarked(access, type)) return false;
  if (isPrivate(*access.getPointerOperand())) {
    access.setAtomic(llvm::AtomicOrdering::NotAtomic);
    return true;
  }
  access.setVolatile(false);
  access.setAtomic(llvm::AtomicOrdering::Monotonic);
  access.setMetadata(kVolatile, llvm::MDNode::get(access.getContext(), {}));
  return true;
}

template <typename Use>
bool forEachAccess(llvm::Module& module, Use use) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation)) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        changed |= use(*load, load->getType());
      } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        changed |= use(*store, store->getValueOperand()->getType());
      }
    }
  }
  return changed;
}

}  // namespace

bool markVolatileAccesses(llvm::Module& module) {
  return forEachAccess(module, [](auto& access, llvm::Type* type) { return mark(access, type); });
}

bool makeVolatileAccessesAtomic(llvm::Module& module) {
  return forEachAccess(module, [](auto& access, llvm::Type* type) {
    mark(access, type);
    return finish(access, type);
  });
}

bool isVolatileAccess(const llvm::Instruction& instruction) { return instruction.hasMetadata(kVolatile); }

}  // namespace sleave
