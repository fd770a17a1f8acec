#include "pass/loops/await.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "pass/base/hook_calls.h"
#include "pass/base/llvm_version.h"
#include "pass/base/quiet_code.h"
#include "pass/loops/await_condition.h"
#include "pass/loops/carried_values.h"
#include "pass/loops/poll.h"
#include "pass/loops/retry.h"
#include "pass/loops/spin.h"

namespace sleave {

namespace {

struct Await {
  Carried carried;
  std::optional<AwaitCondition> condition;
};

std::optional<Await> awaitOf(const llvm::Loop& loop, QuietCode& quiet, IdleValueFinder& idle) {
  if (loop.getHeader()->isEHPad()) return std::nullopt;
  bool looks = false;
  llvm::SmallVector<llvm::AllocaInst*, 4> slots;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      looks |= quiet.looks(instruction);
      if (quiet.contains(instruction)) continue;
      llvm::AllocaInst* slot = quiet.slotWrittenBy(instruction);
      if (slot && livesInIteration(*slot, loop)) continue;
      if (!slot || !slotType(*slot)) return std::nullopt;
      if (!llvm::is_contained(slots, slot)) slots.push_back(slot);
    }
  }
  std::optional<Carried> carried = looks ? carriedBy(loop, idle) : std::nullopt;
  if (!carried) return std::nullopt;
  carried->slots = std::move(slots);
  return Await{std::move(*carried), awaitConditionOf(loop)};
}

void announce(const Await& await) {
  announceArrival("__sleave_await", {}, await.carried);
  if (await.condition) announceCondition(*await.condition);
}

template <typename Use>
void forEachLoop(llvm::Module& module, Use use) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    IdleValueFinder idle(function, loops);
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) use(*loop, dominators, idle);
  }
}

// A sleep keeps no pointer that it is given.
void knowSleeps(llvm::Module& module) {
  for (const llvm::StringRef name : {"nanosleep", "clock_nanosleep"}) {
    llvm::Function* function = module.getFunction(name);
    for (unsigned i = 0; function && function->isDeclaration() && i < function->arg_size(); ++i) {
      if (function->getArg(i)->getType()->isPointerTy()) keepsNoPointer(*function, i);
    }
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
  knowSleeps(module);
  QuietCode quiet(QuietCode::Also::sleeps);
  QuietCode quiet_with_locks(QuietCode::Also::sleeps_and_locks);
  llvm::SmallVector<llvm::BasicBlock*, 16> headers;
  forEachLoop(module, [&](const llvm::Loop& loop, const llvm::DominatorTree&, IdleValueFinder&) {
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
  QuietCode strict(QuietCode::Also::nothing);
  QuietCode quiet(QuietCode::Also::sleeps);
  QuietCode quiet_with_locks(QuietCode::Also::sleeps_and_locks);
  llvm::SmallVector<Await, 16> awaits;
  llvm::SmallVector<Poll, 16> polls;
  llvm::SmallVector<Spin, 16> spins;
  llvm::SmallVector<RetryLoop, 16> retries;
  forEachLoop(module, [&](const llvm::Loop& loop, const llvm::DominatorTree& dominators, IdleValueFinder& idle) {
    const llvm::Function& function = *loop.getHeader()->getParent();
    if (function.hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation)) return;
    if (std::optional<Spin> spin = spinOf(loop, idle)) {
      spins.push_back(std::move(*spin));
    } else if (std::optional<Await> await = awaitOf(loop, quiet, idle)) {
      awaits.push_back(std::move(*await));
    } else if (std::optional<Poll> poll = pollOf(loop, quiet_with_locks, idle)) {
      polls.push_back(std::move(*poll));
    }
    if (std::optional<RetryLoop> retry = retryLoopOf(loop, dominators, strict)) retries.push_back(std::move(*retry));
  });
  for (const Await& await : awaits) announce(await);
  for (unsigned i = 0; i < polls.size(); ++i) announcePoll(polls[i], i);
  for (unsigned i = 0; i < spins.size(); ++i) announceSpin(spins[i], i);
  for (unsigned i = 0; i < retries.size(); ++i) announceRounds(retries[i], i);
  return !awaits.empty() || !polls.empty() || !spins.empty() || !retries.empty();
}

}  // namespace sleave
