// Retry loops: `do new->next = old; while (!top.compare_exchange_weak(old, new));`. A round whose compare-exchange
// fails is redundant if it could have begun with the value that was found; a search that runs every execution once need
// not run it. docs/internals/retry-loops.md states the conditions. What is known here:
//
//   * the round has no effect but atomic operations (their effect is seen at run time) and stores to memory that no
//     other thread knows and that every round repeats before anything reads them or the loop ends;
//   * after a failure nothing is executed before the next round;
//   * of the values that the next round begins with, one at most is what the compare-exchange found, and the first
//     round begins with the result of an atomic load right before it, which nothing else uses. A loop without such a
//     load is announced if its compare-exchange is weak and expects that value: its spurious failures are redundant.
//
//   before:   %first = load atomic i64, ptr @top
//             br label %round
//     round:  %old = phi i64 [ %first, %entry ], [ %found, %round ]
//             %pair = cmpxchg ptr @top, i64 %old, i64 %new
//   after:    %fed = phi i32 [ 1, %entry ], [ 0, %round ]
//             call void @__sleave_round_begins(i32 <loop>, i64 <hash of other phis>, i32 %fed)
//             call void @__sleave_round_ends(i32 <loop>, i64 <hash of their next values>, i32 3)
//             %pair = cmpxchg ptr @top, i64 %old, i64 %new
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace sleave {

class QuietCode;

// A compare-exchange whose failure leads straight to the next round.
struct RoundEnd {
  llvm::AtomicCmpXchgInst* exchange;
  llvm::SmallVector<llvm::Value*, 4> carried;  // what the next round begins with, one for each of RetryLoop::carried
  int how;                                     // SLEAVE_ROUND_*
};

struct RetryLoop {
  llvm::BasicBlock* header;
  llvm::PHINode* fed;                               // what the rounds are fed with; null if they read it themselves
  llvm::SmallVector<llvm::Value*, 4> carried;       // the other values that rounds begin with
  llvm::SmallVector<llvm::BasicBlock*, 2> feeders;  // blocks from which the loop is entered right after a load
  llvm::SmallVector<llvm::StoreInst*, 2> private_stores;  // atomic ones
  llvm::SmallVector<RoundEnd, 2> ends;
};

// None: no round of the loop is known to be redundant.
std::optional<RetryLoop> retryLoopOf(const llvm::Loop& loop, const llvm::DominatorTree& dominators, QuietCode& quiet);

// `number` is different for each loop of a function.
void announceRounds(const RetryLoop& loop, unsigned number);

}  // namespace sleave
