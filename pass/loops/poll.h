// Loops that poll: some of their rounds only look, at atomics or under a lock, and others do something.
//
//   for (;;) {
//     std::unique_lock guard(lock);
//     if (!tasks.empty()) return take(tasks);
//     guard.unlock();
//     std::this_thread::yield();
//   }
//
// A round that only looked is redundant in a search that runs every execution once (docs/internals/polling.md). A loop
// is announced if a path leads from its header back to it that does nothing but look, take and release locks, and write
// slots of the stack. Whatever else it does says so before it does it, and the loop says where it ends. A store of what
// is already there changes nothing, as in a queue that keeps a copy of the other side's index:
//
//   header:  call void @__sleave_poll(i32 <loop>, i32 %again, i64 <hash of what is carried over>)
//   ...      call void @__sleave_poll_stores(i64 <what is there>, i64 <what will be>)
//            store i32 %index, ptr %copy
//   ...      call void @__sleave_poll_acts()
//            call void @use()
//   exit:    call void @__sleave_poll_ends(i32 <loop>)
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "pass/loops/carried_values.h"

namespace sleave {

class QuietCode;

struct Poll {
  Carried carried;
  llvm::SmallVector<llvm::BasicBlock*, 4> exits;
  llvm::SmallVector<llvm::StoreInst*, 4> stores;     // that may change nothing
  llvm::SmallVector<llvm::Instruction*, 8> actions;  // of each block the first other one
};

// None: every round does something, or none looks. `quiet` knows locks.
std::optional<Poll> pollOf(const llvm::Loop& loop, QuietCode& quiet, IdleValueFinder& idle);

// Before anything is optimized: whether it may become one.
bool mayBePoll(const llvm::Loop& loop, QuietCode& quiet);

// `number` is different for each loop of a function.
void announcePoll(const Poll& poll, unsigned number);

}  // namespace sleave
