#include "pass/atomics/await.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "pass/atomics/await_condition.h"
#include "pass/atomics/carried_values.h"
#include "pass/atomics/poll.h"
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
  announceArrival("__sleave_await", {}, *await.header, await.latches, await.slots);
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
  QuietCode quiet_with_locks(true);
  llvm::SmallVector<llvm::BasicBlock*, 16> headers;
  forEachLoop(module, [&](const llvm::Loop& loop, const llvm::DominatorTree&) {
    if (mayBeAwait(loop, quiet) || mayBePoll(loop, quiet_with_locks)) headers.push_back(loop.getHeader());
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
  QuietCode quiet_with_locks(true);
  llvm::SmallVector<Await, 16> awaits;
  llvm::SmallVector<Poll, 16> polls;
  llvm::SmallVector<RetryLoop, 16> retries;
  forEachLoop(module, [&](const llvm::Loop& loop, const llvm::DominatorTree& dominators) {
    const llvm::Function& function = *loop.getHeader()->getParent();
    if (function.hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation)) return;
    if (std::optional<Await> await = awaitOf(loop, quiet)) {
      awaits.push_back(std::move(*await));
    } else if (std::optional<Poll> poll = pollOf(loop, quiet_with_locks)) {
      polls.push_back(std::move(*poll));
    }
    if (std::optional<RetryLoop> retry = retryLoopOf(loop, dominators, quiet)) retries.push_back(std::move(*retry));
  });
  // These hash all phis that they find.
  for (const Await& await : awaits) announce(await);
  for (unsigned i = 0; i < polls.size(); ++i) announcePoll(polls[i], i);
  for (unsigned i = 0; i < retries.size(); ++i) announceRounds(retries[i], i);
  return !awaits.empty() || !polls.empty() || !retries.empty();
}

}  // namespace sleave
