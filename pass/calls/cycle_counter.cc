#include "pass/calls/cycle_counter.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

bool isCounterIntrinsic(const llvm::CallInst& call) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::readcyclecounter:
    case llvm::Intrinsic::x86_rdtsc:
    case llvm::Intrinsic::x86_rdtscp:
      return true;
    default:
      return false;
  }
}

bool isCounterAssembly(const llvm::CallInst& call) {
  const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  return assembly && call.arg_empty() && assembly->getAsmString() == "rdtsc" &&
         llvm::StringRef(assembly->getConstraintString()).starts_with("={ax},={dx}") && call.getType()->isStructTy();
}

// The halves in the two registers of rdtsc, in the types the program gave them.
llvm::Value* splitCounter(llvm::IRBuilder<>& builder, llvm::Value* counter, llvm::Type* pair) {
  llvm::Value* low = builder.CreateAnd(counter, UINT32_MAX);
  llvm::Value* high = builder.CreateLShr(counter, 32);
  llvm::Value* result = llvm::PoisonValue::get(pair);
  result = builder.CreateInsertValue(result, builder.CreateTrunc(low, pair->getStructElementType(0)), 0);
  return builder.CreateInsertValue(result, builder.CreateTrunc(high, pair->getStructElementType(1)), 1);
}

llvm::Value* readCounter(llvm::CallInst& call) {
  HookBuilder builder(call);
  llvm::Value* counter = callHook(builder, "__sleave_cycle_counter", builder.getInt64Ty(), {});
  if (call.isInlineAsm()) return splitCounter(builder, counter, call.getType());
  if (!call.getType()->isStructTy()) return counter;
  llvm::Value* on_processor_0 = llvm::Constant::getNullValue(call.getType());
  return builder.CreateInsertValue(on_processor_0, counter, 0);
}

}  // namespace

bool replaceCycleCounters(llvm::Function& function) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call || (!isCounterIntrinsic(*call) && !isCounterAssembly(*call))) continue;
    llvm::Value* counter = readCounter(*call);
    counter->takeName(call);
    call->replaceAllUsesWith(counter);
    call->eraseFromParent();
    changed = true;
  }
  return changed;
}

}  // namespace sleave
