#include "pass/atomics/atomic_load_store.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "abi/words.h"
#include "pass/atomics/atomic_value.h"
#include "pass/atomics/volatile_access.h"
#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

template <typename Access>
llvm::ConstantInt* orderOf(llvm::IRBuilder<>& builder, const Access& access) {
  return isVolatileAccess(access) ? builder.getInt32(SLEAVE_ORDER_volatile)
                                  : orderArgument(builder, access.getOrdering());
}

bool replaceLoad(llvm::LoadInst& load) {
  llvm::IntegerType* carrier = atomicCarrier(load, load.getType(), load.getAlign(), load.getPointerAddressSpace());
  if (!carrier) return false;
  HookBuilder builder(load);
  llvm::Value* bits = callHook(builder, sizedHook("atomic_load", carrierBytes(carrier)), carrier,
                               {load.getPointerOperand(), orderOf(builder, load)});
  llvm::Value* value = builder.CreateBitOrPointerCast(bits, load.getType());
  value->takeName(&load);
  load.replaceAllUsesWith(value);
  load.eraseFromParent();
  return true;
}

bool replaceStore(llvm::StoreInst& store) {
  llvm::Value* value = store.getValueOperand();
  llvm::IntegerType* carrier = atomicCarrier(store, value->getType(), store.getAlign(), store.getPointerAddressSpace());
  if (!carrier) return false;
  HookBuilder builder(store);
  llvm::Value* bits = builder.CreateBitOrPointerCast(value, carrier);
  callHook(builder, sizedHook("atomic_store", carrierBytes(carrier)), builder.getVoidTy(),
           {store.getPointerOperand(), bits, orderOf(builder, store)});
  store.eraseFromParent();
  return true;
}

}  // namespace

bool replaceAtomicLoadsAndStores(llvm::Function& function) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!instruction.isAtomic() || instruction.hasMetadata(llvm::LLVMContext::MD_nosanitize)) continue;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      changed |= replaceLoad(*load);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      changed |= replaceStore(*store);
    }
  }
  return changed;
}

}  // namespace sleave
