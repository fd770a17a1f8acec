#include "pass/atomics/atomic_rmw.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "pass/atomics/atomic_cas.h"
#include "pass/atomics/atomic_value.h"
#include "pass/base/hook_calls.h"

namespace sleave {

std::optional<sleave_rmw_op> hookOperation(llvm::AtomicRMWInst::BinOp operation) {
  switch (operation) {
    case llvm::AtomicRMWInst::Xchg:
      return SLEAVE_RMW_xchg;
    case llvm::AtomicRMWInst::Add:
      return SLEAVE_RMW_add;
    case llvm::AtomicRMWInst::Sub:
      return SLEAVE_RMW_sub;
    case llvm::AtomicRMWInst::And:
      return SLEAVE_RMW_and;
    case llvm::AtomicRMWInst::Nand:
      return SLEAVE_RMW_nand;
    case llvm::AtomicRMWInst::Or:
      return SLEAVE_RMW_or;
    case llvm::AtomicRMWInst::Xor:
      return SLEAVE_RMW_xor;
    case llvm::AtomicRMWInst::Max:
      return SLEAVE_RMW_max;
    case llvm::AtomicRMWInst::Min:
      return SLEAVE_RMW_min;
    case llvm::AtomicRMWInst::UMax:
      return SLEAVE_RMW_umax;
    case llvm::AtomicRMWInst::UMin:
      return SLEAVE_RMW_umin;
    default:
      return std::nullopt;
  }
}

namespace {

llvm::Value* callUpdate(llvm::AtomicRMWInst& update, llvm::IntegerType* carrier, sleave_rmw_op operation) {
  HookBuilder builder(update);
  llvm::Value* operand = builder.CreateBitOrPointerCast(update.getValOperand(), carrier);
  llvm::Value* bits = callHook(
      builder, sizedHook("atomic_rmw", carrierBytes(carrier)), carrier,
      {update.getPointerOperand(), operand, builder.getInt32(operation), orderArgument(builder, update.getOrdering())});
  return builder.CreateBitOrPointerCast(bits, update.getType());
}

llvm::Value* guess(llvm::IRBuilder<>& builder, llvm::AtomicRMWInst& update, llvm::IntegerType* carrier) {
  return callHook(builder, sizedHook("atomic_load", carrierBytes(carrier)), carrier,
                  {update.getPointerOperand(), orderArgument(builder, llvm::AtomicOrdering::Monotonic)});
}

llvm::Value* expandToLoop(llvm::AtomicRMWInst& update, llvm::IntegerType* carrier) {
  llvm::BasicBlock* before = update.getParent();
  HookBuilder builder(update);
  llvm::DebugLoc location = builder.getCurrentDebugLocation();
  llvm::Value* first = guess(builder, update, carrier);
  llvm::BasicBlock* done = llvm::SplitBlock(before, &update);
  done->setName("sleave.done");
  llvm::BasicBlock* retry = llvm::BasicBlock::Create(update.getContext(), "sleave.retry", before->getParent(), done);
  before->getTerminator()->setSuccessor(0, retry);

  builder.SetInsertPoint(retry);
  builder.SetCurrentDebugLocation(location);
  llvm::PHINode* seen = builder.CreatePHI(carrier, 2);
  llvm::Value* value = builder.CreateBitOrPointerCast(seen, update.getType());
  llvm::Value* updated = llvm::buildAtomicRMWValue(update.getOperation(), builder, value, update.getValOperand());
  CompareExchangeResult result = callCompareExchange(
      builder, {update.getPointerOperand(), seen, builder.CreateBitOrPointerCast(updated, carrier),
                update.getOrdering(), llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(update.getOrdering()),
                /*weak=*/false});
  seen->addIncoming(first, before);
  seen->addIncoming(result.old, retry);
  builder.CreateCondBr(result.succeeded, done, retry);
  return value;
}

bool replace(llvm::AtomicRMWInst& update) {
  llvm::IntegerType* carrier =
      atomicCarrier(update, update.getType(), update.getAlign(), update.getPointerAddressSpace());
  if (!carrier) return false;
  std::optional<sleave_rmw_op> operation = hookOperation(update.getOperation());
  llvm::Value* value = operation ? callUpdate(update, carrier, *operation) : expandToLoop(update, carrier);
  value->takeName(&update);
  update.replaceAllUsesWith(value);
  update.eraseFromParent();
  return true;
}

}  // namespace

bool replaceAtomicUpdates(llvm::Function& function) {
  llvm::SmallVector<llvm::AtomicRMWInst*, 8> updates;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
    if (update && !update->hasMetadata(llvm::LLVMContext::MD_nosanitize)) updates.push_back(update);
  }
  bool changed = false;
  for (llvm::AtomicRMWInst* update : updates) changed |= replace(*update);
  return changed;
}

}  // namespace sleave
