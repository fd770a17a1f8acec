#include "pass/atomics/await.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "pass/atomics/await_condition.h"
#include "pass/atomics/carried_values.h"
#include "pass/atomics/retry.h"
#include "pass/base/hook_calls.h"
#include "pass/base/quiet_code.h"

namespace sleave {

namespace {

struct Await {
  llvm::BasicBlock* header;
  llvm::SmallVector<llvm::BasicBlock*, 2> latches;
  llvm::SmallVector<llvm::AllocaInst*, 4> slots;  // that an iteration writes
  std::optional<AwaitCondition> condition;
};

llvm::Type* slotType(const llvm::AllocaInst& slot) {
  const llvm::DataLayout& layout = slot.getModule()->getDataLayout();
  const std::optional<llvm::TypeSize> bytes = slot.getAllocationSize(layout);
  if (!slot.isStaticAlloca() || !bytes || bytes->isScalable() || bytes->getFixedValue() > 8) return nullptr;
  return llvm::Type::getIntNTy(slot.getContext(), static_cast<unsigned>(bytes->getFixedValue() * 8));
}

std::optional<Await> awaitOf(const llvm::Loop& loop, QuietCode& quiet) {
  Await await{loop.getHeader(), {}, {}, awaitConditionOf(loop)};
  if (!llvm::all_of(await.header->phis(), canBeHashed) || await.header->isEHPad()) return std::nullopt;
  bool looks = false;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      looks |= quiet.looks(instruction);
      if (quiet.contains(instruction)) continue;
      llvm::AllocaInst* slot = quiet.slotWrittenBy(instruction);
      if (!slot || !slotType(*slot)) return std::nullopt;
      if (!llvm::is_contained(await.slots, slot)) await.slots.push_back(slot);
    }
  }
  loop.getLoopLatches(await.latches);
  return looks ? std::optional(await) : std::nullopt;
}

void announce(const Await& await) {
  llvm::SmallVector<llvm::Value*, 4> phis;
  for (llvm::PHINode& phi : await.header->phis()) phis.push_back(&phi);
  llvm::Type* flag = llvm::Type::getInt32Ty(await.header->getContext());
  auto* again = llvm::PHINode::Create(flag, 2, "sleave.again", await.header->begin());
  for (llvm::BasicBlock* from : llvm::predecessors(await.header)) {
    again->addIncoming(llvm::ConstantInt::get(flag, llvm::is_contained(await.latches, from) ? 1 : 0), from);
  }
  HookBuilder builder(*await.header->getFirstInsertionPt());
  llvm::Value* state = hashOf(builder, phis);
  for (llvm::AllocaInst* slot : await.slots) {
    llvm::LoadInst* held = builder.CreateLoad(slotType(*slot), slot);
    markOwn(held);
    state = mixed(builder, state, held);
  }
  callHook(builder, "__sleave_await", builder.getVoidTy(), {again, state});
  if (await.condition) announceCondition(*await.condition);
}

template <typename Use>
void forEachLoop(llvm::Module& module, Use use) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) use(*loop, dominators);
  }
}

// What is stored to the stack now may be in registers when everything is optimized.
bool mayBeAwait(const llvm::Loop& loop, QuietCode& quiet) {
  if (loop.getHeader()->isEHPad()) return false;
  bool looks = false;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      if (quiet.callsOut(instruction)) return false;
      looks = looks || quiet.looks(instruction);
    }
  }
  return looks;
}

}  // namespace

bool keepAwaitsWhole(llvm::Module& module) {
  QuietCode quiet;
  llvm::SmallVector<llvm::BasicBlock*, 16> headers;
  forEachLoop(module, [&](const llvm::Loop& loop, const llvm::DominatorTree&) {
    if (mayBeAwait(loop, quiet)) headers.push_back(loop.getHeader());
  });
  for (llvm::BasicBlock* header : headers) {
    HookBuilder builder(*header->getFirstInsertionPt());
    llvm::CallInst* mark = builder.CreateIntrinsic(llvm::Intrinsic::sideeffect, {}, {});
    mark->addFnAttr(llvm::Attribute::NoDuplicate);
  }
  return !headers.empty();
}

bool announceAwaits(llvm::Module& module) {
  QuietCode quiet;
  llvm::SmallVector<Await, 16> awaits;
  llvm::SmallVector<RetryLoop, 16> retries;
  forEachLoop(module, [&](const llvm::Loop& loop, const llvm::DominatorTree& dominators) {
    const llvm::Function& function = *loop.getHeader()->getParent();
    if (function.hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation)) return;
    if (std::optional<Await> await = awaitOf(loop, quiet)) awaits.push_back(std::move(*await));
    if (std::optional<RetryLoop> retry = retryLoopOf(loop, dominators, quiet)) retries.push_back(std::move(*retry));
  });
  for (const Await& await : awaits) announce(await);  // hashes all phis that it finds
  for (unsigned i = 0; i < retries.size(); ++i) announceRounds(retries[i], i);
  return !awaits.empty() || !retries.empty();
}

}  // namespace sleave
