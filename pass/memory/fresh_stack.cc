#include "pass/memory/fresh_stack.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

constexpr uint64_t kMostBytes = 16 << 10;

// Bytes of a slot that can be cleared; 0: it is left alone.
uint64_t clearableBytes(const llvm::AllocaInst& slot) {
  const std::optional<llvm::TypeSize> bytes = slot.getAllocationSize(slot.getModule()->getDataLayout());
  if (!slot.isStaticAlloca() || slot.isUsedWithInAlloca() || slot.isSwiftError()) return 0;
  if (slot.getAddressSpace() != 0 || !bytes || bytes->isScalable()) return 0;
  return bytes->getFixedValue() <= kMostBytes ? bytes->getFixedValue() : 0;
}

bool isOwnPlainUse(const llvm::Instruction& user, const llvm::Value* pointer) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&user)) return load->isSimple();
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) {
    return store->isSimple() && store->getValueOperand() != pointer;
  }
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
  return intrinsic && (intrinsic->isLifetimeStartOrEnd() || llvm::isa<llvm::MemIntrinsic>(intrinsic));
}

// Whether nothing happens to `slot` but plain accesses of its own function.
bool hasPlainUsesOnly(const llvm::AllocaInst& slot) {
  llvm::SmallVector<const llvm::Value*, 8> pointers{&slot};
  while (!pointers.empty()) {
    const llvm::Value* pointer = pointers.pop_back_val();
    for (const llvm::User* user : pointer->users()) {
      const auto& instruction = *llvm::cast<llvm::Instruction>(user);
      if (llvm::isa<llvm::GetElementPtrInst>(instruction)) {
        pointers.push_back(&instruction);
      } else if (!isOwnPlainUse(instruction, pointer)) {
        return false;
      }
    }
  }
  return true;
}

// Whether `instruction` gives all of `slot` a value.
bool overwrites(const llvm::Instruction& instruction, const llvm::AllocaInst& slot, uint64_t bytes) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const llvm::TypeSize size = slot.getModule()->getDataLayout().getTypeStoreSize(store->getValueOperand()->getType());
    return store->isSimple() && store->getPointerOperand() == &slot && !size.isScalable() && size >= bytes;
  }
  const auto* intrinsic = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
  const auto* length = intrinsic ? llvm::dyn_cast<llvm::ConstantInt>(intrinsic->getLength()) : nullptr;
  return length && intrinsic->getRawDest() == &slot && length->getZExtValue() >= bytes;
}

// Whether that happens from `first` on, before anybody can look.
bool isOverwrittenAtOnce(const llvm::Instruction* first, const llvm::AllocaInst& slot, uint64_t bytes) {
  for (const llvm::Instruction* next = first; next; next = next->getNextNode()) {
    if (overwrites(*next, slot, bytes)) return true;
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(next);
    const bool harmless = (store && store->isSimple()) || next->isLifetimeStartOrEnd() ||
                          llvm::isa<llvm::DbgInfoIntrinsic>(next) ||
                          !(next->mayReadOrWriteMemory() || next->mayHaveSideEffects());
    if (!harmless) return false;
  }
  return false;
}

// The instructions before which the life of `slot` has just begun.
llvm::SmallVector<llvm::Instruction*, 2> beginnings(llvm::AllocaInst& slot) {
  llvm::SmallVector<llvm::Instruction*, 2> result;
  for (llvm::User* user : slot.users()) {
    auto* marker = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (marker && marker->getIntrinsicID() == llvm::Intrinsic::lifetime_start) result.push_back(marker->getNextNode());
  }
  if (!result.empty()) return result;
  llvm::Instruction* next = slot.getNextNode();
  while (llvm::isa<llvm::AllocaInst>(next)) next = next->getNextNode();
  return {next};
}

bool clear(llvm::AllocaInst& slot, uint64_t bytes) {
  bool changed = false;
  for (llvm::Instruction* first : beginnings(slot)) {
    if (isOverwrittenAtOnce(first, slot, bytes)) continue;
    HookBuilder builder(*first);
    markOwn(builder.CreateMemSet(&slot, builder.getInt8(0), bytes, slot.getAlign()));
    changed = true;
  }
  return changed;
}

}  // namespace

bool clearStackSlots(llvm::Function& function) {
  if (function.hasFnAttribute(llvm::Attribute::SanitizeAddress)) return false;
  llvm::SmallVector<llvm::AllocaInst*, 16> slots;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (slot && clearableBytes(*slot) != 0 && !hasPlainUsesOnly(*slot)) slots.push_back(slot);
  }
  bool changed = false;
  for (llvm::AllocaInst* slot : slots) changed = clear(*slot, clearableBytes(*slot)) || changed;
  return changed;
}

}  // namespace sleave
