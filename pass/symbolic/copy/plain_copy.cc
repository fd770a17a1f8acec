#include "pass/symbolic/copy/plain_copy.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include <cstddef>

#include "abi/follow.h"
#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

constexpr char kTest[] = "sleave.test";
constexpr char kNumber[] = "sleave.number";
constexpr char kFollowing[] = "__sleave_following";
constexpr size_t kMostInstructions = 20'000;  // for more, compiling would take long

void mark(llvm::Instruction& instruction, const char* kind) {
  instruction.setMetadata(kind, llvm::MDNode::get(instruction.getContext(), {}));
}

bool calls(const llvm::CallBase& call, llvm::StringRef prefix) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && callee->getName().starts_with(prefix);
}

// A call that others may run in, or whose place is told.
bool isPoint(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && !llvm::isa<llvm::IntrinsicInst>(call) && !calls(*call, "__sleave_follow_");
}

// Seldom called: control stays where it is until the next loop or call.
bool isAccessHook(const llvm::CallBase& call) {
  return (calls(call, "__sleave_read_") || calls(call, "__sleave_write_")) && call.arg_size() == 1;
}

bool canBeCopied(const llvm::Instruction& instruction) {
  if (instruction.getType()->isTokenTy() || instruction.isSwiftError() || instruction.isEHPad()) {
    return llvm::isa<llvm::LandingPadInst>(instruction);
  }
  if (llvm::isa<llvm::CallBrInst, llvm::IndirectBrInst>(instruction)) return false;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return !call || (!call->cannotDuplicate() && !call->hasFnAttr(llvm::Attribute::ReturnsTwice));
}

bool isWorthCopying(llvm::Function& function) {
  if (function.hasFnAttribute(llvm::Attribute::OptimizeNone) || function.hasFnAttribute(llvm::Attribute::MinSize)) {
    return false;
  }
  if (llvm::any_of(function, [](const llvm::BasicBlock& block) { return block.hasAddressTaken(); }) ||
      llvm::any_of(function.args(), [](const llvm::Argument& argument) { return argument.hasSwiftErrorAttr(); })) {
    return false;
  }
  size_t count = 0;
  bool has_tests = false;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (++count > kMostInstructions || !canBeCopied(instruction)) return false;
    has_tests |= instruction.hasMetadata(kTest);
  }
  return has_tests;
}

llvm::BasicBlock* splitBefore(llvm::Instruction* instruction) {
  return llvm::SplitBlock(instruction->getParent(), instruction, static_cast<llvm::DominatorTree*>(nullptr));
}

class PlainCopy {
 public:
  explicit PlainCopy(llvm::Function& function) : function_(function) {}

  void make() {
    llvm::EliminateUnreachableBlocks(function_);
    divide();
    copy();
    leaveAtPoints();
    dropSteps();
    enter();
    dropUnreachable();
    dropNumbers();
    joinValues();
    dropUnused();
  }

 private:
  // Blocks such that every point begins one, and control changes over between blocks.
  void divide() {
    llvm::SmallVector<llvm::Instruction*, 32> points;
    for (llvm::Instruction& instruction : llvm::instructions(function_)) {
      if (isPoint(instruction)) points.push_back(&instruction);
    }
    divideEntry();
    divideLoops();
    for (llvm::Instruction* point : points) dividePoint(*point);
    llvm::erase_if(entries_, [](llvm::BasicBlock* block) { return isPoint(block->front()); });
  }

  void divideEntry() {
    llvm::BasicBlock& entry = function_.getEntryBlock();
    llvm::Instruction* first = &*entry.getFirstNonPHIOrDbgOrAlloca();
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::make_range(first->getIterator(), entry.end()))) {
      auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (slot && slot->isStaticAlloca()) slot->moveBefore(first);
    }
    entries_.push_back(splitBefore(first));
  }

  void divideLoops() {
    const llvm::DominatorTree dominators(function_);
    const llvm::LoopInfo loops(dominators);
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
      if (!loop->getHeader()->isEHPad()) entries_.push_back(splitBefore(loop->getHeader()->getFirstNonPHI()));
    }
  }

  void dividePoint(llvm::Instruction& point) {
    if (&point.getParent()->front() != &point) splitBefore(&point);
    points_.push_back(point.getParent());
    auto& call = llvm::cast<llvm::CallBase>(point);
    if (call.doesNotReturn() || call.isMustTailCall() || isAccessHook(call)) return;
    if (!call.isTerminator()) {
      entries_.push_back(splitBefore(point.getNextNode()));
      return;
    }
    llvm::BasicBlock* normal = llvm::cast<llvm::InvokeInst>(call).getNormalDest();
    if (normal->getUniquePredecessor()) entries_.push_back(splitBefore(normal->getFirstNonPHI()));
  }

  void copy() {
    for (llvm::BasicBlock& block : llvm::drop_begin(function_)) blocks_.push_back(&block);
    llvm::SmallVector<llvm::BasicBlock*, 64> copies;
    for (llvm::BasicBlock* block : blocks_) {
      for (llvm::Instruction& instruction : *block) {
        if (!instruction.getType()->isVoidTy()) values_.push_back(&instruction);
      }
      copies.push_back(llvm::CloneBasicBlock(block, copy_of_, ".plain", &function_));
      copy_of_[block] = copies.back();
    }
    llvm::remapInstructionsInBlocks(copies, copy_of_);
  }

  llvm::BasicBlock* copyOf(llvm::BasicBlock* block) const {
    return llvm::cast_or_null<llvm::BasicBlock>(copy_of_.lookup(block));
  }

  // The copy goes over to the first one before each point.
  void leaveAtPoints() {
    for (llvm::BasicBlock* block : points_) {
      llvm::BasicBlock* copy = copyOf(block);
      for (llvm::BasicBlock* next : llvm::successors(copy)) next->removePredecessor(copy, /*KeepOneInputPHIs=*/true);
      for (llvm::Instruction& original : *block) {
        if (auto* copied = llvm::cast_or_null<llvm::Instruction>(copy_of_.lookup(&original))) {
          copied->replaceAllUsesWith(&original);
          copied->eraseFromParent();
        }
        copy_of_.erase(&original);
      }
      llvm::BranchInst::Create(block, copy);
    }
  }

  void dropSteps() {
    for (llvm::BasicBlock* block : blocks_) {
      llvm::BasicBlock* copy = copyOf(block);
      auto* branch = llvm::dyn_cast<llvm::BranchInst>(copy->getTerminator());
      if (!branch || !branch->hasMetadata(kTest)) continue;
      branch->getSuccessor(0)->removePredecessor(copy, /*KeepOneInputPHIs=*/true);
      llvm::BranchInst::Create(branch->getSuccessor(1), branch->getIterator());
      branch->eraseFromParent();
    }
  }

  void enter() {
    llvm::GlobalVariable* following = function_.getParent()->getNamedGlobal(kFollowing);
    llvm::MDNode* often = llvm::MDBuilder(function_.getContext()).createBranchWeights(1u << 20, 1);
    for (llvm::BasicBlock* block : entries_) {
      llvm::Instruction* jump = block->getSinglePredecessor()->getTerminator();
      HookBuilder builder(*jump);
      llvm::Value* memory = builder.CreateLoad(
          builder.getInt32Ty(),
          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), following, offsetof(sleave_following, memory)));
      builder.CreateCondBr(builder.CreateICmpEQ(memory, builder.getInt32(0)), copyOf(block), block, often);
      jump->eraseFromParent();
    }
  }

  // Where control cannot come in the copy, values are the first one's.
  void dropUnreachable() {
    llvm::df_iterator_default_set<llvm::BasicBlock*> reached;
    for (llvm::BasicBlock* block : llvm::depth_first_ext(&function_, reached)) (void)block;
    for (llvm::Instruction* original : values_) {
      llvm::Value* copied = copy_of_.lookup(original);
      if (!copied || reached.contains(llvm::cast<llvm::Instruction>(copied)->getParent())) continue;
      copied->replaceAllUsesWith(original);
      copy_of_.erase(original);
    }
    llvm::SmallVector<llvm::BasicBlock*, 32> dead;
    for (llvm::BasicBlock* block : blocks_) {
      if (!reached.contains(copyOf(block))) dead.push_back(copyOf(block));
    }
    llvm::DeleteDeadBlocks(dead, nullptr, /*KeepOneInputPHIs=*/true);
  }

  // In the copy all numbers are 0.
  void dropNumbers() {
    for (llvm::Instruction* original : values_) {
      llvm::Value* copied = copy_of_.lookup(original);
      if (!copied || !original->hasMetadata(kNumber)) continue;
      llvm::Constant* none = llvm::Constant::getNullValue(original->getType());
      copied->replaceAllUsesWith(none);
      llvm::cast<llvm::Instruction>(copied)->eraseFromParent();
      copy_of_[original] = none;
    }
  }

  // A value of the function is now two, and which of them is meant depends on where control came from.
  void joinValues() {
    for (llvm::Instruction* original : values_) {
      llvm::Value* copied = copy_of_.lookup(original);
      llvm::BasicBlock* block = copyOf(original->getParent());
      llvm::SmallVector<llvm::Use*, 16> uses;
      addDistantUses(*original, uses);
      if (auto* instruction = llvm::dyn_cast_or_null<llvm::Instruction>(copied)) addDistantUses(*instruction, uses);
      if (uses.empty()) continue;
      llvm::SSAUpdater updater;
      updater.Initialize(original->getType(), original->getName());
      updater.AddAvailableValue(original->getParent(), original);
      if (copied && block) updater.AddAvailableValue(block, copied);
      for (llvm::Use* use : uses) updater.RewriteUse(*use);
      updater.UpdateDebugValues(original);
      if (auto* instruction = llvm::dyn_cast_or_null<llvm::Instruction>(copied)) {
        updater.UpdateDebugValues(instruction);
      }
    }
  }

  // What was computed from numbers only.
  void dropUnused() {
    llvm::SmallVector<llvm::WeakTrackingVH, 64> copies;
    for (llvm::Instruction* original : values_) {
      llvm::Value* copied = copy_of_.lookup(original);
      if (copied && llvm::isa<llvm::Instruction>(copied)) copies.emplace_back(copied);
    }
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(copies);
  }

  static void addDistantUses(llvm::Instruction& value, llvm::SmallVectorImpl<llvm::Use*>& uses) {
    for (llvm::Use& use : value.uses()) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (user->getParent() != value.getParent() || llvm::isa<llvm::PHINode>(user)) uses.push_back(&use);
    }
  }

  llvm::Function& function_;
  llvm::SmallVector<llvm::BasicBlock*, 32> points_;
  llvm::SmallVector<llvm::BasicBlock*, 32> entries_;   // of the copy, as blocks of the first; each has one predecessor
  llvm::SmallVector<llvm::BasicBlock*, 64> blocks_;    // all that have a copy
  llvm::SmallVector<llvm::Instruction*, 256> values_;  // of the first
  llvm::ValueToValueMapTy copy_of_;                    // null: the copy has none
};

}  // namespace

void markAsTest(llvm::Instruction& branch) { mark(branch, kTest); }
void markAsNumber(llvm::Instruction& phi) { mark(phi, kNumber); }

bool addPlainCopy(llvm::Function& function) {
  if (!isWorthCopying(function)) return false;
  PlainCopy(function).make();
  return true;
}

}  // namespace sleave
