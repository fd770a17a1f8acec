// Spins of limited length: loops that look a number of times and then do something else.
//
//   for (int left = 10000; left > 0; --left) {
//     int now = count.load();
//     if (now > 0 && count.compare_exchange_strong(now, now - 1)) return;
//   }
//   sleep_until_notified();
//
// A round that finds nothing has no effect, and what it passes on only says how many are left. So one such round
// represents all of them (docs/internals/polling.md): the others follow at once and are no part of the run. Every round
// that finds something leaves the loop, and nothing that a round has found is used after it.
//
//   header:  call void @__sleave_spin(i32 <loop>, i32 %again)
//   exit:    call void @__sleave_spin_ends(i32 <loop>)
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>

#include <optional>

#include "pass/loops/carried_values.h"

namespace sleave {

struct Spin {
  Carried carried;  // nothing
  llvm::SmallVector<llvm::BasicBlock*, 4> exits;
};

// None: the loop does more, or is not limited.
std::optional<Spin> spinOf(const llvm::Loop& loop, IdleValueFinder& idle);

// `number` is different for each loop of a function.
void announceSpin(const Spin& spin, unsigned number);

}  // namespace sleave
