#include "pass/loops/poll.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>

#include "pass/base/hook_calls.h"
#include "pass/base/quiet_code.h"

namespace sleave {

namespace {

// Whether it keeps a copy of an atomic that the loop has loaded: the same one as before, unless somebody has changed
// it.
bool keepsCopy(const llvm::StoreInst& store, const llvm::Loop& loop) {
  const auto* loaded = llvm::dyn_cast<llvm::LoadInst>(store.getValueOperand());
  const llvm::Type* type = store.getValueOperand()->getType();
  const bool small = type->isIntegerTy() && type->getIntegerBitWidth() <= 64;
  return store.isSimple() && store.getPointerAddressSpace() == 0 && (small || type->isPointerTy()) && loaded &&
         loaded->isAtomic() && loop.contains(loaded);
}

void announceStore(llvm::StoreInst& store) {
  HookBuilder builder(store);
  llvm::LoadInst* before = builder.CreateLoad(store.getValueOperand()->getType(), store.getPointerOperand());
  before->setAlignment(store.getAlign());
  markOwn(before);
  callHook(builder, "__sleave_poll_stores", builder.getVoidTy(),
           {asNumber(builder, before), asNumber(builder, store.getValueOperand())});
}

class PollFinder {
 public:
  PollFinder(const llvm::Loop& loop, QuietCode& quiet) : loop_(loop), quiet_(quiet) {}

  std::optional<Poll> find(IdleValueFinder& idle) {
    if (loop_.getHeader()->isEHPad()) return std::nullopt;
    for (llvm::BasicBlock* block : loop_.blocks()) {
      if (llvm::Instruction* action = actionIn(*block)) poll_.actions.push_back(action);
    }
    loop_.getUniqueExitBlocks(poll_.exits);
    std::optional<Carried> carried = hasQuietRound() ? carriedBy(loop_, idle) : std::nullopt;
    if (!carried) return std::nullopt;
    carried->slots = std::move(slots_);
    poll_.carried = std::move(*carried);
    return poll_;
  }

 private:
  llvm::Instruction* actionIn(llvm::BasicBlock& block) {
    for (llvm::Instruction& instruction : block) {
      if (!acts(instruction)) continue;
      auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      if (!store || !keepsCopy(*store, loop_)) return &instruction;
      poll_.stores.push_back(store);
    }
    return nullptr;
  }

  bool acts(const llvm::Instruction& instruction) {
    if (quiet_.contains(instruction)) return false;
    llvm::AllocaInst* slot = quiet_.slotWrittenBy(instruction);
    if (!slot) return true;
    if (livesInIteration(*slot, loop_)) return false;
    if (!slotType(*slot)) return true;
    if (!llvm::is_contained(slots_, slot)) slots_.push_back(slot);
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
    reach(loop_.getHeader());
    while (!todo.empty()) {
      llvm::BasicBlock* block = todo.pop_back_val();
      looked |= looks(*block);
      for (llvm::BasicBlock* next : llvm::successors(block)) {
        returns |= next == loop_.getHeader();
        reach(next);
      }
    }
    return looked && returns;
  }

  const llvm::Loop& loop_;
  QuietCode& quiet_;
  Poll poll_{};
  llvm::SmallVector<llvm::AllocaInst*, 4> slots_;  // that a round writes
};

}  // namespace

std::optional<Poll> pollOf(const llvm::Loop& loop, QuietCode& quiet, IdleValueFinder& idle) {
  return PollFinder(loop, quiet).find(idle);
}

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
  llvm::Type* word = llvm::Type::getInt32Ty(poll.carried.header->getContext());
  llvm::Value* loop = llvm::ConstantInt::get(word, number);
  for (llvm::StoreInst* store : poll.stores) announceStore(*store);
  for (llvm::Instruction* action : poll.actions) {
    HookBuilder builder(*action);
    callHook(builder, "__sleave_poll_acts", builder.getVoidTy(), {});
  }
  announceExits("__sleave_poll_ends", loop, poll.exits);
  announceArrival("__sleave_poll", {loop}, poll.carried);
}

}  // namespace sleave
