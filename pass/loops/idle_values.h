// Values that a loop carries from one iteration to the next and that decide nothing but how long it gives way:
//
//   for (unsigned n = 0; !lock.try_lock(); ++n) {
//     if (n < 16) pause(); else sched_yield();
//   }
//
// Iterations that differ in such a value only are the same to every other thread and lead to the same state. Everything
// that is computed from an idle value must stay in the loop, without memory, and may decide only which of several ways
// of giving way is taken, or how often: no way out of the loop, no access, and no value that is not idle itself.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace sleave {

using IdleValues = llvm::SmallPtrSet<const llvm::PHINode*, 4>;

// A value that limits how often a loop goes around is not idle. It is limiting if that is all it does besides.
enum class Limits : bool { none, allowed };

// Whether the block of the value ends with a branch that it decides and that may leave the loop: afterwards the value
// shows no more than where the loop was left.
bool decidesToLeave(const llvm::Instruction& value, const llvm::Loop& loop);

class IdleValueFinder {
 public:
  IdleValueFinder(llvm::Function& function, const llvm::LoopInfo& loops) : function_(function), loops_(loops) {}

  // Those of the loop's header; with those that are limiting.
  IdleValues of(const llvm::Loop& loop, Limits limits = Limits::none);

 private:
  llvm::Function& function_;
  const llvm::LoopInfo& loops_;
  std::optional<llvm::PostDominatorTree> post_dominators_;  // made when first needed
};

}  // namespace sleave
