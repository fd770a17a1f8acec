#include "pass/symbolic/control.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "abi/words.h"
#include "pass/symbolic/access.h"
#include "pass/symbolic/compute.h"

namespace sleave {

namespace {

constexpr unsigned kMostBits = 64;

void followBranch(Follower& follower, llvm::BranchInst& branch) {
  if (branch.isUnconditional()) return;
  llvm::Value* condition = branch.getCondition();
  follower.add({.instruction = &branch, .operands = {condition}, .build = [=](StepBuilder& builder) -> llvm::Value* {
                  builder.hook("branch", builder.getVoidTy(),
                               {builder.shadow(condition), builder.CreateZExt(condition, builder.getInt32Ty())});
                  return nullptr;
                }});
}

llvm::GlobalVariable* caseTable(llvm::SwitchInst& choice) {
  llvm::SmallVector<uint64_t, 16> values;
  for (const auto& one : choice.cases()) values.push_back(one.getCaseValue()->getZExtValue());
  llvm::Constant* table = llvm::ConstantDataArray::get(choice.getContext(), values);
  return new llvm::GlobalVariable(*choice.getModule(), table->getType(), /*isConstant=*/true,
                                  llvm::GlobalValue::PrivateLinkage, table, "sleave.cases");
}

void followSwitch(Follower& follower, llvm::SwitchInst& choice) {
  llvm::Value* condition = choice.getCondition();
  const unsigned bits = condition->getType()->getIntegerBitWidth();
  if (!follower.follows(condition)) return;
  if (bits > kMostBits) return addConcretization(follower, choice, SLEAVE_CONCRETIZATION_wide);
  llvm::GlobalVariable* cases = caseTable(choice);
  const unsigned count = choice.getNumCases();
  follower.add({.instruction = &choice, .operands = {condition}, .build = [=](StepBuilder& builder) -> llvm::Value* {
                  builder.hook("switch", builder.getVoidTy(),
                               {builder.getInt32(bits), builder.shadow(condition),
                                builder.CreateZExt(condition, builder.getInt64Ty()), cases, builder.getInt64(count)});
                  return nullptr;
                }});
}

}  // namespace

bool followControl(Follower& follower, llvm::Instruction& instruction) {
  if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    followBranch(follower, *branch);
  } else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
    followSwitch(follower, *choice);
  } else if (auto* jump = llvm::dyn_cast<llvm::IndirectBrInst>(&instruction)) {
    followWord(follower, *jump, jump->getAddress(), SLEAVE_PATH_CONSTRAINT_callee);
  } else {
    return false;
  }
  follower.flush(&instruction);
  return true;
}

}  // namespace sleave
