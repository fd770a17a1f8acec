#include "pass/symbolic/intrinsics.h"

#include <llvm/IR/IntrinsicInst.h>

#include "abi/words.h"
#include "pass/symbolic/access.h"
#include "pass/symbolic/compute.h"

namespace sleave {

namespace {

void followTransfer(Follower& follower, llvm::MemIntrinsic& intrinsic) {
  auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&intrinsic);
  llvm::Value* to = intrinsic.getRawDest();
  llvm::Value* length = intrinsic.getLength();
  followWord(follower, intrinsic, to, SLEAVE_TRUTH_address);
  if (transfer) followWord(follower, intrinsic, transfer->getRawSource(), SLEAVE_TRUTH_address);
  followWord(follower, intrinsic, length, SLEAVE_TRUTH_size);
  follower.flush(&intrinsic);
  llvm::Value* second = transfer ? transfer->getRawSource() : llvm::cast<llvm::MemSetInst>(intrinsic).getValue();
  Step step{.instruction = &intrinsic, .if_memory = true, .build = [=](StepBuilder& builder) -> llvm::Value* {
              llvm::Value* bytes = builder.CreateZExtOrTrunc(length, builder.getInt64Ty());
              if (transfer) {
                builder.hook("copy", builder.getVoidTy(), {to, second, bytes});
              } else {
                builder.hook("fill", builder.getVoidTy(), {to, builder.shadow(second), second, bytes});
              }
              return nullptr;
            }};
  if (!transfer) step.operands.push_back(second);
  follower.add(std::move(step));
  follower.flush(intrinsic.getNextNode());
}

}  // namespace

bool followIntrinsic(Follower& follower, llvm::Instruction& instruction) {
  auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!intrinsic) return false;
  if (auto* transfer = llvm::dyn_cast<llvm::MemIntrinsic>(intrinsic)) {
    followTransfer(follower, *transfer);
  } else if (!llvm::isa<llvm::DbgInfoIntrinsic, llvm::LifetimeIntrinsic, llvm::AssumeInst>(intrinsic)) {
    addLoss(follower, instruction, SLEAVE_LOSS_operation);
  }
  return true;
}

}  // namespace sleave
