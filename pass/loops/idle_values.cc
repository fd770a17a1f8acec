#include "pass/loops/idle_values.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>

#include "pass/base/quiet_code.h"
#include "pass/loops/carried_values.h"

namespace sleave {

namespace {

// A value of a loop's header that grows by a constant in each iteration.
struct Counter {
  const llvm::Value* start;
  llvm::APInt step;
};

// `counted` is the value before or after it has grown.
std::optional<Counter> counterOf(const llvm::Value& counted, const llvm::Loop& loop) {
  const llvm::BasicBlock* before = loop.getLoopPredecessor();
  for (const llvm::PHINode& phi : loop.getHeader()->phis()) {
    const auto* next = llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
    if (!before || !next || next->getOpcode() != llvm::Instruction::Add || next->getOperand(0) != &phi) continue;
    const auto* step = llvm::dyn_cast<llvm::ConstantInt>(next->getOperand(1));
    if (step && (&counted == &phi || &counted == next)) {
      return Counter{phi.getIncomingValueForBlock(before), step->getValue()};
    }
  }
  return std::nullopt;
}

// Whether a loop that only counts ends, whatever the numbers are: it meets the bound on its way.
bool ends(const Counter& counter, llvm::CmpInst::Predicate goes_on, const llvm::Value& bound,
          const llvm::DataLayout& layout) {
  const auto zeros = [&](const llvm::Value& value) {
    return llvm::computeKnownBits(&value, layout).countMinTrailingZeros();
  };
  const unsigned steps = counter.step.logBase2();
  switch (goes_on) {
    case llvm::CmpInst::ICMP_NE:  // unrolled loops step by more than one, to a multiple of that
      if (counter.step.isAllOnes()) return true;
      return counter.step.isPowerOf2() && zeros(bound) >= steps && (steps == 0 || zeros(*counter.start) >= steps);
    case llvm::CmpInst::ICMP_ULT:
    case llvm::CmpInst::ICMP_SLT:
      return counter.step.isOne();
    case llvm::CmpInst::ICMP_UGT:
    case llvm::CmpInst::ICMP_SGT:
      return counter.step.isAllOnes();
    default:
      return false;
  }
}

// Whether the loop ends for every value that it begins with.
bool isCounted(const llvm::Loop& loop) {
  const llvm::BasicBlock* exiting = loop.getExitingBlock();
  const auto* branch = exiting ? llvm::dyn_cast<llvm::BranchInst>(exiting->getTerminator()) : nullptr;
  const auto* compare =
      branch && branch->isConditional() ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition()) : nullptr;
  if (!loop.getLoopLatch() || !compare || !loop.getSubLoops().empty()) return false;
  const llvm::Value& bound = *compare->getOperand(1);
  const std::optional<Counter> counter = counterOf(*compare->getOperand(0), loop);
  if (!counter || !loop.isLoopInvariant(&bound)) return false;
  const bool stays_if_true = loop.contains(branch->getSuccessor(0));
  return ends(*counter, stays_if_true ? compare->getPredicate() : compare->getInversePredicate(), bound,
              exiting->getModule()->getDataLayout());
}

// Whether a value of it may be another, or none at all, without anybody noticing.
bool isPure(const llvm::Instruction& instruction) {
  return !instruction.mayReadOrWriteMemory() && !instruction.isEHPad() &&
         llvm::isSafeToSpeculativelyExecute(&instruction);
}

// What depends on a value of the header: the values that are computed from it, and those that it decides.
class Consequences {
 public:
  // They must stay in the loop `scope`.
  Consequences(const llvm::Loop& scope, const llvm::LoopInfo& loops, const llvm::PostDominatorTree& post_dominators,
               Limits limits)
      : loop_(scope), loops_(loops), post_dominators_(post_dominators), limits_(limits) {}

  // Whether nobody notices them. Those among the values of its block are in `idle` then.
  bool areIdle(const llvm::PHINode& value, IdleValues& idle) {
    add(value);
    while (!todo_.empty()) {
      const llvm::Instruction* one = todo_.pop_back_val();
      for (const llvm::User* user : one->users()) {
        if (!takes(*llvm::cast<llvm::Instruction>(user), *one)) return false;
      }
    }
    for (const llvm::PHINode& phi : value.getParent()->phis()) {
      if (seen_.contains(&phi)) idle.insert(&phi);
    }
    return true;
  }

 private:
  void add(const llvm::Instruction& instruction) {
    if (seen_.insert(&instruction).second) todo_.push_back(&instruction);
  }

  bool takes(const llvm::Instruction& user, const llvm::Instruction& value) {
    if (!loop_.contains(&user)) return limits_ == Limits::allowed && decidesToLeave(value, loop_);
    if (llvm::isa<llvm::BranchInst, llvm::SwitchInst>(user)) return decides(*user.getParent());
    if (QuietCode::sleeps(user)) return true;
    if (!llvm::isa<llvm::PHINode>(user) && !isPure(user)) return false;
    add(user);
    return true;
  }

  // The branch at the end of `block` goes one way or another: to where they meet, nothing but giving way.
  bool decides(const llvm::BasicBlock& block) {
    const auto leaves = [this](const llvm::BasicBlock* next) { return !loop_.contains(next); };
    if (limits_ == Limits::allowed && llvm::any_of(llvm::successors(&block), leaves)) {
      return llvm::succ_size(&block) == 2 && loops_.getLoopFor(&block) == &loop_;
    }
    const auto* node = post_dominators_.getNode(&block);
    const llvm::BasicBlock* meeting = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    if (!meeting || !loop_.contains(meeting)) return false;
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> between;
    llvm::SmallVector<const llvm::BasicBlock*, 8> todo{&block};
    while (!todo.empty()) {
      for (const llvm::BasicBlock* next : llvm::successors(todo.pop_back_val())) {
        if (next == meeting || !between.insert(next).second) continue;
        if (next == loop_.getHeader() || !comesToAnEnd(*next, block) || !onlyGivesWay(*next)) return false;
        todo.push_back(next);
      }
    }
    for (const llvm::PHINode& phi : meeting->phis()) {
      if (differs(phi, block, between)) add(phi);
    }
    return true;
  }

  // Whether the value depends on the way from `block` through those `between`.
  static bool differs(const llvm::PHINode& phi, const llvm::BasicBlock& block,
                      const llvm::SmallPtrSetImpl<const llvm::BasicBlock*>& between) {
    const llvm::Value* one = nullptr;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      const llvm::BasicBlock* from = phi.getIncomingBlock(i);
      if (from != &block && !between.contains(from)) continue;
      if (one && one != phi.getIncomingValue(i)) return true;
      one = phi.getIncomingValue(i);
    }
    const auto* made = llvm::dyn_cast_or_null<llvm::Instruction>(one);
    return made && between.contains(made->getParent());
  }

  // How often inner loops that the way from `block` enters, or goes around, do so depends on it.
  bool comesToAnEnd(const llvm::BasicBlock& next, const llvm::BasicBlock& block) const {
    const llvm::Loop* inner = loops_.getLoopFor(&next);
    if (!inner) return false;
    const bool same_iteration = inner->contains(&block) && inner->getHeader() != &next;
    return same_iteration || isCounted(*inner);
  }

  // Whether the instruction fills a slot of the stack that says how long to sleep.
  bool setsTime(const llvm::Instruction& instruction) const {
    const llvm::AllocaInst* slot = QuietCode::slotWrittenBy(instruction);
    return slot && livesInIteration(*slot, loop_) && isTimeOfSleep(*slot);
  }

  static bool isTimeOfSleep(const llvm::Value& pointer) {
    return llvm::all_of(pointer.users(), [](const llvm::User* user) {
      const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
      if (!instruction) return false;
      if (llvm::isa<llvm::GetElementPtrInst>(instruction)) return isTimeOfSleep(*instruction);
      return QuietCode::slotWrittenBy(*instruction) || QuietCode::givesWay(*instruction) ||
             QuietCode::sleeps(*instruction);
    });
  }

  bool onlyGivesWay(const llvm::BasicBlock& block) {
    if (!loop_.contains(&block)) return false;
    for (const llvm::Instruction& instruction : block) {
      if (llvm::isa<llvm::BranchInst, llvm::SwitchInst>(instruction)) continue;
      if (llvm::isa<llvm::PHINode>(instruction)) {
        add(instruction);
      } else if (!QuietCode::givesWay(instruction) && !QuietCode::sleeps(instruction) && !setsTime(instruction) &&
                 !isPure(instruction)) {
        return false;
      }
    }
    return true;
  }

  const llvm::Loop& loop_;
  const llvm::LoopInfo& loops_;
  const llvm::PostDominatorTree& post_dominators_;
  Limits limits_;
  llvm::SmallPtrSet<const llvm::Instruction*, 16> seen_;
  llvm::SmallVector<const llvm::Instruction*, 16> todo_;
};

}  // namespace

bool decidesToLeave(const llvm::Instruction& value, const llvm::Loop& loop) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(value.getParent()->getTerminator());
  return branch && branch->isConditional() && branch->getCondition() == &value &&
         (!loop.contains(branch->getSuccessor(0)) || !loop.contains(branch->getSuccessor(1)));
}

IdleValues IdleValueFinder::of(const llvm::Loop& loop, Limits limits) {
  IdleValues idle;
  if (loop.getHeader()->phis().empty()) return idle;
  if (!post_dominators_) post_dominators_.emplace(function_);
  for (const llvm::PHINode& phi : loop.getHeader()->phis()) {
    for (const llvm::Loop* scope = &loop; scope && !idle.contains(&phi); scope = scope->getParentLoop()) {
      const Limits here = scope == &loop ? limits : Limits::none;
      IdleValues more;
      if (!Consequences(*scope, loops_, *post_dominators_, here).areIdle(phi, more)) continue;
      idle.insert(more.begin(), more.end());
    }
  }
  return idle;
}

}  // namespace sleave
