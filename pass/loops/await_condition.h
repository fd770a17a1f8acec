// The condition on which a loop that only looks ends, if that is a comparison of what its one load finds with a value
// that the loop does not change: `while (serving.load() != ticket) {}`. A search that knows it need not run the loop to
// see that it continues with another value.
//
//   after:    call void @__sleave_await_until(i32 <comparison>, i64 <mask>, i64 %ticket)
//             %serving = load atomic i32, ptr @serving
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>

namespace sleave {

struct AwaitCondition {
  llvm::LoadInst* load;
  llvm::CmpInst::Predicate ends;  // the loop, if it holds for the loaded value and the operand
  uint64_t mask;                  // of the bits of the loaded value that are compared
  llvm::Value* operand;           // null: 0
};

// None: it ends otherwise, or an iteration may have an event besides the load.
std::optional<AwaitCondition> awaitConditionOf(const llvm::Loop& loop);

void announceCondition(const AwaitCondition& condition);

}  // namespace sleave
