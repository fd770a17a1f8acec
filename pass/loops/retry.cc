#include "pass/loops/retry.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "abi/hooks.h"
#include "pass/atomics/volatile_access.h"
#include "pass/base/hook_calls.h"
#include "pass/base/quiet_code.h"
#include "pass/loops/carried_values.h"
#include "pass/loops/exchange.h"

namespace sleave {

namespace {

constexpr unsigned kLongestPath = 8;  // blocks

const llvm::Value* stripped(const llvm::Value* value) {
  while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) {
    if (!llvm::isa<llvm::PtrToIntInst, llvm::IntToPtrInst, llvm::BitCastInst>(cast)) break;
    value = cast->getOperand(0);
  }
  return value;
}

// Whether nothing changes if the instruction is not executed, but for its value.
bool isWithoutEffect(const llvm::Instruction& instruction) {
  if (QuietCode::givesWay(instruction)) return true;
  return !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects();
}

using Path = llvm::SmallVector<const llvm::BasicBlock*, kLongestPath>;

// Of a choice between two values by whether the exchange succeeded: the one if not.
llvm::Value* chosenIfFailed(llvm::Value* value, const llvm::AtomicCmpXchgInst& exchange) {
  auto* select = llvm::dyn_cast<llvm::SelectInst>(value);
  return select && isPartOf(select->getCondition(), exchange, 1) ? select->getFalseValue() : value;
}

// What the value is at the end of the path.
llvm::Value* valueAfter(const Path& path, llvm::Value* value, const llvm::AtomicCmpXchgInst& exchange) {
  for (std::size_t i = path.size(); i > 1; --i) {
    value = chosenIfFailed(value, exchange);
    auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
    if (phi && phi->getParent() == path[i - 1]) value = phi->getIncomingValueForBlock(path[i - 2]);
  }
  return chosenIfFailed(value, exchange);
}

// Where the last block of the path goes if the exchange failed; null where that is not known.
const llvm::BasicBlock* whereFailed(const Path& path, const llvm::AtomicCmpXchgInst& exchange) {
  const llvm::Instruction* end = path.back()->getTerminator();
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(end)) {
    if (branch->isUnconditional()) return branch->getSuccessor(0);
    const llvm::Value* condition = valueAfter(path, branch->getCondition(), exchange);
    const auto* known = llvm::dyn_cast<llvm::ConstantInt>(condition);
    if (!known && !isPartOf(condition, exchange, 1)) return nullptr;
    return branch->getSuccessor(known && known->isOne() ? 0 : 1);
  }
  const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(end);
  const auto* known =
      choice ? llvm::dyn_cast<llvm::ConstantInt>(valueAfter(path, choice->getCondition(), exchange)) : nullptr;
  return known ? choice->findCaseValue(known)->getCaseSuccessor() : nullptr;
}

// The blocks from the exchange's own to the last before the header, if a failure leads there and nothing is executed.
std::optional<Path> pathAfterFailure(const llvm::AtomicCmpXchgInst& exchange, const llvm::Loop& loop) {
  Path path{exchange.getParent()};
  const llvm::Instruction* next = exchange.getNextNode();
  while (path.size() <= kLongestPath) {
    for (; !next->isTerminator(); next = next->getNextNode()) {
      if (!isWithoutEffect(*next)) return std::nullopt;
    }
    const llvm::BasicBlock* to = whereFailed(path, exchange);
    if (!to || !loop.contains(to)) return std::nullopt;
    if (to == loop.getHeader()) return path;
    path.push_back(to);
    next = &to->front();
  }
  return std::nullopt;
}

bool isKnownAt(const llvm::Instruction& place, const llvm::Value* value, const llvm::DominatorTree& dominators) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  return !instruction || dominators.dominates(instruction, &place);
}

// Whether a round that comes from there begins right after an atomic load, with its result, which nothing else uses.
bool isFedBy(const llvm::BasicBlock& from, const llvm::BasicBlock& header, const llvm::PHINode& fed) {
  const llvm::Value* value = fed.getIncomingValueForBlock(&from);
  for (; value->hasOneUse() && value != stripped(value); value = llvm::cast<llvm::CastInst>(value)->getOperand(0)) {
  }
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
  if (!load || !load->isAtomic() || isVolatileAccess(*load) || !load->hasOneUse()) return false;
  const llvm::Instruction* next = load->getNextNode();
  for (unsigned blocks = 0; blocks < kLongestPath; ++blocks) {
    for (; !next->isTerminator(); next = next->getNextNode()) {
      if (!isWithoutEffect(*next)) return false;
    }
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(next);
    if (!branch || branch->isConditional()) return false;
    if (branch->getSuccessor(0) == &header) return branch->getParent() == &from;
    next = &branch->getSuccessor(0)->front();
  }
  return false;
}

// Whether it compares with what the same round has read there.
bool comparesOwnLoad(const llvm::AtomicCmpXchgInst& exchange, const llvm::Loop& loop) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(stripped(exchange.getCompareOperand()));
  return load && load->isAtomic() && !isVolatileAccess(*load) && loop.contains(load) &&
         load->getPointerOperand() == exchange.getPointerOperand();
}

std::optional<RoundEnd> endOf(llvm::AtomicCmpXchgInst& exchange, const llvm::Loop& loop, RetryLoop& retry,
                              const llvm::DominatorTree& dominators) {
  constexpr unsigned kMostBytes = 8;  // of a state in the search
  const llvm::DataLayout& layout = exchange.getModule()->getDataLayout();
  const bool small = layout.getTypeStoreSize(exchange.getNewValOperand()->getType()) <= kMostBytes;
  const bool own = exchange.hasMetadata(llvm::LLVMContext::MD_nosanitize);
  if (exchange.isVolatile() || !small || own) return std::nullopt;
  const std::optional<Path> path = pathAfterFailure(exchange, loop);
  if (!path) return std::nullopt;
  RoundEnd end{&exchange, {}, 0};
  llvm::PHINode* fed = nullptr;
  for (llvm::PHINode& phi : loop.getHeader()->phis()) {
    llvm::Value* next = valueAfter(*path, phi.getIncomingValueForBlock(path->back()), exchange);
    if (isPartOf(stripped(next), exchange, 0)) {
      if (fed) return std::nullopt;
      fed = &phi;
    } else if (isPartOf(next, exchange, 1)) {
      end.carried.push_back(llvm::ConstantInt::getFalse(next->getContext()));
    } else if (isKnownAt(exchange, next, dominators)) {
      end.carried.push_back(next);
    } else {
      return std::nullopt;
    }
  }
  if (fed) end.how = SLEAVE_ROUND_FED | (stripped(exchange.getCompareOperand()) == fed ? SLEAVE_ROUND_SAME : 0);
  if (!fed && !comparesOwnLoad(exchange, loop)) return std::nullopt;
  if (!retry.ends.empty() && retry.fed != fed) return std::nullopt;  // of a loop with several ends, all alike
  retry.fed = fed;
  return end;
}

// Memory that no other thread knows until a compare-exchange of the loop has published it.
class PrivateBlock {
 public:
  PrivateBlock(const llvm::Instruction& allocation, const llvm::Loop& loop) : allocation_(allocation), loop_(loop) {}

  bool isKnownOnlyHere() const { return areHarmless(allocation_); }

 private:
  bool areHarmless(const llvm::Value& pointer) const {
    return llvm::all_of(pointer.uses(), [this](const llvm::Use& use) { return isHarmless(use); });
  }

  bool isHarmless(const llvm::Use& use) const {
    const auto& user = *llvm::cast<llvm::Instruction>(use.getUser());
    if (llvm::isa<llvm::GetElementPtrInst, llvm::CastInst>(user)) return areHarmless(user);
    if (llvm::isa<llvm::LoadInst, llvm::ICmpInst>(user)) return true;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) {
      if (store->getPointerOperand() == use.get() && store->getValueOperand() != use.get()) return true;
    }
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&user)) {
      const bool publishes = exchange->getNewValOperand() == use.get() && exchange->getPointerOperand() != use.get() &&
                             exchange->getCompareOperand() != use.get();
      if (publishes && loop_.contains(exchange) && leavesOnSuccess(*exchange, loop_) && !comesBack(*exchange))
        return true;
    }
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&user)) {
      if (!loop_.contains(call) && call->isArgOperand(&use) && call->doesNotCapture(call->getArgOperandNo(&use)))
        return true;
    }
    return comesAfterLoop(user);
  }

  // Whether the loop is not entered again with the same block.
  bool comesAfterLoop(const llvm::Instruction& user) const {
    if (loop_.contains(&user) || user.getParent() == allocation_.getParent()) return false;
    return !leadsToLoop(user);
  }

  // Whether the loop may be entered again with a block that the exchange has published.
  bool comesBack(const llvm::AtomicCmpXchgInst& exchange) const {
    const llvm::BasicBlock* published = exchange.getParent()->getTerminator()->getSuccessor(0);
    return published != allocation_.getParent() && leadsToLoop(published->front());
  }

  bool leadsToLoop(const llvm::Instruction& from) const {
    const llvm::SmallPtrSet<llvm::BasicBlock*, 1> made{const_cast<llvm::BasicBlock*>(allocation_.getParent())};
    return llvm::isPotentiallyReachable(&from, &loop_.getHeader()->front(), &made);
  }

  const llvm::Instruction& allocation_;
  const llvm::Loop& loop_;
};

const llvm::Instruction* allocationBehind(const llvm::Value* pointer, const llvm::Loop& loop) {
  const llvm::Value* object = llvm::getUnderlyingObject(pointer, 0);
  return llvm::isNoAliasCall(object) && !loop.contains(llvm::cast<llvm::Instruction>(object))
             ? llvm::cast<llvm::Instruction>(object)
             : nullptr;
}

// Whether it stores to a private block, at the same place in every round, before anything reads it there and before the
// loop can end.
bool isPrivateAndDead(const llvm::StoreInst& store, const llvm::Loop& loop, const llvm::DominatorTree& dominators) {
  if (store.isVolatile()) return false;
  const llvm::Instruction* block = allocationBehind(store.getPointerOperand(), loop);
  if (!block || !PrivateBlock(*block, loop).isKnownOnlyHere()) return false;
  const llvm::DataLayout& layout = store.getModule()->getDataLayout();
  int64_t offset = 0;
  if (llvm::GetPointerBaseWithConstantOffset(store.getPointerOperand(), offset, layout) != block) return false;
  for (const llvm::BasicBlock* inside : loop.blocks()) {
    for (const llvm::Instruction& instruction : *inside) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      const bool reads = load && llvm::getUnderlyingObject(load->getPointerOperand(), 0) == block;
      const bool ends =
          llvm::isa<llvm::AtomicCmpXchgInst>(instruction) || (instruction.isTerminator() && loop.isLoopExiting(inside));
      if ((reads || ends) && !dominators.dominates(&store, &instruction)) return false;
    }
  }
  return true;
}

// Whether a round that ends there may be redundant without a feeder.
bool mayEndSpuriously(const RoundEnd& end) { return end.exchange->isWeak() && (end.how & SLEAVE_ROUND_SAME) != 0; }

// What every failed round leaves as it is need not be compared. It may have no value at all before it is first set.
void dropUnchanged(RetryLoop& retry) {
  for (std::size_t i = retry.carried.size(); i > 0; --i) {
    const auto keeps = [&](const RoundEnd& end) { return end.carried[i - 1] == retry.carried[i - 1]; };
    if (!llvm::all_of(retry.ends, keeps)) continue;
    retry.carried.erase(retry.carried.begin() + i - 1);
    for (RoundEnd& end : retry.ends) end.carried.erase(end.carried.begin() + i - 1);
  }
}

}  // namespace

std::optional<RetryLoop> retryLoopOf(const llvm::Loop& loop, const llvm::DominatorTree& dominators, QuietCode& quiet) {
  RetryLoop retry{loop.getHeader(), nullptr, {}, {}, {}, {}};
  if (loop.getHeader()->isEHPad() || !llvm::all_of(loop.getHeader()->phis(), canBeHashed)) return std::nullopt;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        if (std::optional<RoundEnd> end = endOf(*exchange, loop, retry, dominators)) retry.ends.push_back(*end);
      }
      auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      const bool is_private = store && isPrivateAndDead(*store, loop, dominators);
      if (is_private && store->isAtomic()) retry.private_stores.push_back(store);
      if (!is_private && !quiet.contains(instruction)) return std::nullopt;
    }
  }
  if (retry.ends.empty()) return std::nullopt;
  for (llvm::PHINode& phi : retry.header->phis()) {
    if (&phi != retry.fed) retry.carried.push_back(&phi);
  }
  dropUnchanged(retry);
  for (llvm::BasicBlock* from : llvm::predecessors(retry.header)) {
    if (retry.fed && isFedBy(*from, *retry.header, *retry.fed)) retry.feeders.push_back(from);
  }
  if (retry.fed && retry.feeders.empty() && !llvm::any_of(retry.ends, mayEndSpuriously)) return std::nullopt;
  return retry;
}

void announceRounds(const RetryLoop& loop, unsigned number) {
  llvm::Type* flag = llvm::Type::getInt32Ty(loop.header->getContext());
  auto* fed = llvm::PHINode::Create(flag, 2, "sleave.fed", loop.header->begin());
  for (llvm::BasicBlock* from : llvm::predecessors(loop.header)) {
    fed->addIncoming(llvm::ConstantInt::get(flag, llvm::is_contained(loop.feeders, from) ? 1 : 0), from);
  }
  HookBuilder builder(*loop.header->getFirstInsertionPt());
  llvm::Value* carried = hashOf(builder, loop.carried);
  callHook(builder, "__sleave_round_begins", builder.getVoidTy(), {builder.getInt32(number), carried, fed});
  for (const RoundEnd& end : loop.ends) {
    HookBuilder before(*end.exchange);
    callHook(before, "__sleave_round_ends", before.getVoidTy(),
             {before.getInt32(number), hashOf(before, end.carried), before.getInt32(end.how)});
  }
  for (llvm::StoreInst* store : loop.private_stores) {
    HookBuilder before(*store);
    callHook(before, "__sleave_private_store", before.getVoidTy(), {});
  }
}

}  // namespace sleave
