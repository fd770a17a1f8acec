#include "pass/symbolic/steps.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>

#include "abi/follow.h"
#include "pass/base/hook_calls.h"
#include "pass/symbolic/copy/plain_copy.h"

namespace sleave {

namespace {

constexpr char kFollowing[] = "__sleave_following";

// Code of an executable finds it without a table: the runtime is in the executable.
llvm::GlobalVariable* followingVariable(llvm::Module& module) {
  if (auto* known = module.getNamedGlobal(kFollowing)) return known;
  auto* bytes = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), sizeof(sleave_following));
  auto* following = new llvm::GlobalVariable(module, bytes, /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage,
                                             /*Initializer=*/nullptr, kFollowing);
  const bool in_executable =
      module.getPICLevel() == llvm::PICLevel::NotPIC || module.getPIELevel() != llvm::PIELevel::Default;
  following->setDSOLocal(in_executable);
  following->setAlignment(llvm::Align(alignof(sleave_following)));
  return following;
}

}  // namespace

llvm::DebugLoc placeOf(const llvm::Instruction& instruction) {
  llvm::DISubprogram* subprogram = instruction.getFunction()->getSubprogram();
  if (instruction.getDebugLoc() || !subprogram) return instruction.getDebugLoc();
  return llvm::DILocation::get(instruction.getContext(), 0, 0, subprogram);
}

StepBuilder::StepBuilder(Follower& follower, llvm::Instruction* before)
    : llvm::IRBuilder<>(before), follower_(follower) {}

llvm::Value* StepBuilder::shadow(llvm::Value* value) {
  const auto made = made_.find(value);
  return made != made_.end() ? made->second : follower_.shadowOf(value);
}

llvm::Value* StepBuilder::hook(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments) {
  return callHook(*this, ("__sleave_follow_" + name).str(), result, arguments);
}

llvm::Value* StepBuilder::expression(llvm::StringRef name, llvm::ArrayRef<llvm::Value*> arguments) {
  return hook(name, getInt32Ty(), arguments);
}

Follower::Follower(llvm::Function& function)
    : function_(function),
      layout_(function.getParent()->getDataLayout()),
      followed_(function),
      following_(followingVariable(*function.getParent())) {}

bool Follower::followsAny(llvm::ArrayRef<llvm::Value*> values) const {
  return llvm::any_of(values, [this](const llvm::Value* value) { return follows(value); });
}

llvm::Value* Follower::shadowOf(llvm::Value* value) {
  const auto known = shadows_.find(value);
  return known != shadows_.end() ? known->second : llvm::Constant::getNullValue(shadowType(value->getType(), layout_));
}

llvm::Value* Follower::field(llvm::IRBuilder<>& builder, uint64_t offset) {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), following_, offset);
}

llvm::Value* Follower::loadField(llvm::IRBuilder<>& builder, llvm::Type* type, uint64_t offset) {
  llvm::LoadInst* load = builder.CreateLoad(type, field(builder, offset));
  markOwn(load);
  return load;
}

void Follower::storeField(llvm::IRBuilder<>& builder, llvm::Value* value, uint64_t offset) {
  markOwn(builder.CreateStore(value, field(builder, offset)));
}

void Follower::add(Step step) {
  if (step.if_memory || step.if_returned || followsAny(step.operands)) steps_.push_back(std::move(step));
}

// All numbers that the waiting steps use and none of them makes, in one; null if they are all 0 for sure.
llvm::Value* Follower::trigger(llvm::IRBuilder<>& builder) {
  llvm::SmallPtrSet<llvm::Value*, 16> made;
  llvm::SmallSetVector<llvm::Value*, 16> used;
  bool memory = false;
  bool returned = false;
  for (const Step& step : steps_) {
    for (llvm::Value* operand : step.operands) {
      if (!made.contains(operand) && follows(operand)) used.insert(operand);
    }
    if (step.result) made.insert(step.result);
    memory |= step.if_memory;
    returned |= step.if_returned;
  }
  llvm::Value* any = nullptr;
  const auto add = [&](llvm::Value* number) { any = any ? builder.CreateOr(any, number) : number; };
  llvm::SmallPtrSet<llvm::Value*, 16> added;
  for (llvm::Value* value : used) {
    llvm::Value* shadow = shadowOf(value);
    if (!llvm::isa<llvm::Constant>(shadow) && added.insert(shadow).second) add(anyOf(builder, shadow));
  }
  if (memory) add(loadField(builder, builder.getInt32Ty(), offsetof(sleave_following, memory)));
  if (returned) add(loadField(builder, builder.getInt32Ty(), offsetof(sleave_following, returned)));
  return any;
}

llvm::Instruction* Follower::seldom(llvm::Value* condition, llvm::Instruction* before) {
  llvm::MDNode* weights = llvm::MDBuilder(before->getContext()).createBranchWeights(1, 1u << 20);
  llvm::BasicBlock* test = before->getParent();
  llvm::Instruction* end =
      llvm::SplitBlockAndInsertIfThen(condition, before->getIterator(), /*Unreachable=*/false, weights);
  markAsTest(*test->getTerminator());
  return end;
}

void Follower::flush(llvm::Instruction* before) {
  if (steps_.empty()) return;
  llvm::SmallVector<Step, 16> steps;
  HookBuilder test(*before);
  llvm::Value* any = trigger(test);
  steps.swap(steps_);
  if (!any) return;
  llvm::BasicBlock* fast = before->getParent();
  llvm::Instruction* end = seldom(test.CreateICmpNE(any, test.getInt32(0)), before);
  StepBuilder slow(*this, end);
  llvm::SmallVector<llvm::Value*, 16> numbers;
  for (const Step& step : steps) {
    slow.SetCurrentDebugLocation(placeOf(*step.instruction));
    numbers.push_back(step.build(slow));
    if (step.result) slow.setShadow(step.result, numbers.back());
  }
  for (size_t i = 0; i < steps.size(); ++i) {
    if (!steps[i].result) continue;
    llvm::PHINode* number = merge(numbers[i]->getType(), 2, before);
    number->addIncoming(llvm::Constant::getNullValue(number->getType()), fast);
    number->addIncoming(numbers[i], end->getParent());
    setShadow(steps[i].result, number);
  }
}

llvm::PHINode* Follower::merge(llvm::Type* type, unsigned incoming, llvm::Instruction* before) {
  llvm::PHINode* phi = llvm::PHINode::Create(type, incoming, "", before->getIterator());
  markAsNumber(*phi);
  merges_.push_back(phi);
  return phi;
}

void Follower::dropDeadMerges() {
  const llvm::SmallPtrSet<llvm::Value*, 32> merges(merges_.begin(), merges_.end());
  llvm::SmallSetVector<llvm::PHINode*, 32> live;
  for (llvm::PHINode* phi : merges_) {
    if (llvm::any_of(phi->users(), [&](llvm::User* user) { return !merges.contains(user); })) live.insert(phi);
  }
  for (size_t i = 0; i < live.size(); ++i) {
    for (llvm::Value* incoming : live[i]->incoming_values()) {
      if (merges.contains(incoming)) live.insert(llvm::cast<llvm::PHINode>(incoming));
    }
  }
  llvm::SmallVector<llvm::PHINode*, 64> dead;
  for (llvm::PHINode* phi : merges_) {
    if (!live.contains(phi)) dead.push_back(phi);
  }
  for (llvm::PHINode* phi : dead) phi->dropAllReferences();
  for (llvm::PHINode* phi : dead) {
    phi->replaceAllUsesWith(llvm::PoisonValue::get(phi->getType()));
    phi->eraseFromParent();
  }
  merges_.clear();
}

}  // namespace sleave
