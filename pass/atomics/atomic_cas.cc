#include "pass/atomics/atomic_cas.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "pass/atomics/atomic_value.h"
#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

bool replace(llvm::AtomicCmpXchgInst& exchange) {
  llvm::Type* type = exchange.getNewValOperand()->getType();
  llvm::IntegerType* carrier = atomicCarrier(exchange, type, exchange.getAlign(), exchange.getPointerAddressSpace());
  if (!carrier) return false;
  HookBuilder builder(exchange);
  CompareExchangeResult result = callCompareExchange(
      builder, {exchange.getPointerOperand(), builder.CreateBitOrPointerCast(exchange.getCompareOperand(), carrier),
                builder.CreateBitOrPointerCast(exchange.getNewValOperand(), carrier), exchange.getSuccessOrdering(),
                exchange.getFailureOrdering(), exchange.isWeak()});
  llvm::Value* pair = llvm::PoisonValue::get(exchange.getType());
  pair = builder.CreateInsertValue(pair, builder.CreateBitOrPointerCast(result.old, type), 0);
  pair = builder.CreateInsertValue(pair, result.succeeded, 1);
  pair->takeName(&exchange);
  exchange.replaceAllUsesWith(pair);
  exchange.eraseFromParent();
  return true;
}

}  // namespace

CompareExchangeResult callCompareExchange(llvm::IRBuilder<>& builder, const CompareExchange& operation) {
  auto* carrier = llvm::cast<llvm::IntegerType>(operation.desired->getType());
  llvm::BasicBlock& entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  llvm::IRBuilder<> at_entry(&entry, entry.begin());
  llvm::AllocaInst* slot = at_entry.CreateAlloca(carrier, nullptr, "sleave.expected");

  markOwn(builder.CreateStore(operation.expected, slot));
  llvm::Value* wrote = callHook(builder, sizedHook("atomic_cas", carrierBytes(carrier)), builder.getInt32Ty(),
                                {operation.address, slot, operation.desired, orderArgument(builder, operation.success),
                                 orderArgument(builder, operation.failure), builder.getInt32(operation.weak)});
  llvm::LoadInst* old = builder.CreateLoad(carrier, slot);
  markOwn(old);
  return {old, builder.CreateIsNotNull(wrote)};
}

bool replaceCompareExchanges(llvm::Function& function) {
  llvm::SmallVector<llvm::AtomicCmpXchgInst*, 8> exchanges;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
    if (exchange && !exchange->hasMetadata(llvm::LLVMContext::MD_nosanitize)) exchanges.push_back(exchange);
  }
  bool changed = false;
  for (llvm::AtomicCmpXchgInst* exchange : exchanges) changed |= replace(*exchange);
  return changed;
}

}  // namespace sleave
