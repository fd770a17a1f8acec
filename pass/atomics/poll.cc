#include "pass/atomics/poll.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

#include "pass/atomics/carried_values.h"
#include "pass/base/hook_calls.h"
#include "pass/base/quiet_code.h"

namespace sleave {

namespace {

// Whether the slot begins and ends with the round: the next round does not know what it held.
bool livesInRound(const llvm::AllocaInst& slot, const llvm::Loop& loop) {
  bool begins = false;
  bool ends = false;
  for (const llvm::User* user : slot.users()) {
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (!intrinsic || !loop.contains(intrinsic)) continue;
    begins |= intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_start;
    ends |= intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_end;
  }
  return begins && ends;
}

class PollFinder {
 public:
  PollFinder(const llvm::Loop& loop, QuietCode& quiet) : loop_(loop), quiet_(quiet) {}

  std::optional<Poll> find() {
    poll_.header = loop_.getHeader();
    if (!llvm::all_of(poll_.header->phis(), canBeHashed) || poll_.header->isEHPad()) return std::nullopt;
    for (llvm::BasicBlock* block : loop_.blocks()) {
      if (llvm::Instruction* action = actionIn(*block)) poll_.actions.push_back(action);
    }
    loop_.getLoopLatches(poll_.latches);
    loop_.getUniqueExitBlocks(poll_.exits);
    if (!hasQuietRound()) return std::nullopt;
    return poll_;
  }

 private:
  llvm::Instruction* actionIn(llvm::BasicBlock& block) {
    for (llvm::Instruction& instruction : block) {
      if (acts(instruction)) return &instruction;
    }
    return nullptr;
  }

  bool acts(const llvm::Instruction& instruction) {
    if (quiet_.contains(instruction)) return false;
    llvm::AllocaInst* slot = quiet_.slotWrittenBy(instruction);
    if (!slot) return true;
    if (livesInRound(*slot, loop_)) return false;
    if (!slotType(*slot)) return true;
    if (!llvm::is_contained(poll_.slots, slot)) poll_.slots.push_back(slot);
    return false;
  }

  bool isQuiet(const llvm::BasicBlock* block) const {
    return llvm::none_of(poll_.actions, [&](const llvm::Instruction* action) { return action->getParent() == block; });
  }

  bool looks(const llvm::BasicBlock& block) {
    return llvm::any_of(block, [&](const llvm::Instruction& instruction) {
      return quiet_.looks(instruction) || quiet_.unlocks(instruction);
    });
  }

  // Whether quiet blocks lead from the header back to it, one of which looks.
  bool hasQuietRound() {
    bool looked = false;
    bool returns = false;
    llvm::SmallVector<llvm::BasicBlock*, 16> todo;
    llvm::SmallPtrSet<llvm::BasicBlock*, 16> seen;
    const auto reach = [&](llvm::BasicBlock* block) {
      if (loop_.contains(block) && isQuiet(block) && seen.insert(block).second) todo.push_back(block);
    };
    reach(poll_.header);
    while (!todo.empty()) {
      llvm::BasicBlock* block = todo.pop_back_val();
      looked |= looks(*block);
      for (llvm::BasicBlock* next : llvm::successors(block)) {
        returns |= next == poll_.header;
        reach(next);
      }
    }
    return looked && returns;
  }

  const llvm::Loop& loop_;
  QuietCode& quiet_;
  Poll poll_{};
};

}  // namespace

std::optional<Poll> pollOf(const llvm::Loop& loop, QuietCode& quiet) { return PollFinder(loop, quiet).find(); }

bool mayBePoll(const llvm::Loop& loop, QuietCode& quiet) {
  if (loop.getHeader()->isEHPad()) return false;
  bool unlocks = false;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> loud;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      unlocks = unlocks || quiet.unlocks(instruction);
      if (quiet.callsOutDirectly(instruction)) loud.insert(block);
    }
  }
  llvm::SmallVector<llvm::BasicBlock*, 2> latches;
  loop.getLoopLatches(latches);
  return unlocks && llvm::any_of(latches, [&](const llvm::BasicBlock* latch) { return !loud.contains(latch); });
}

void announcePoll(const Poll& poll, unsigned number) {
  llvm::Type* word = llvm::Type::getInt32Ty(poll.header->getContext());
  llvm::Value* loop = llvm::ConstantInt::get(word, number);
  for (llvm::Instruction* action : poll.actions) {
    HookBuilder builder(*action);
    callHook(builder, "__sleave_poll_acts", builder.getVoidTy(), {});
  }
  for (llvm::BasicBlock* exit : poll.exits) {
    HookBuilder builder(*exit->getFirstInsertionPt());
    callHook(builder, "__sleave_poll_ends", builder.getVoidTy(), {loop});
  }
  announceArrival("__sleave_poll", {loop}, *poll.header, poll.latches, poll.slots);
}

}  // namespace sleave
