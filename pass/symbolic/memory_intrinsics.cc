#include "pass/symbolic/memory_intrinsics.h"

#include <llvm/IR/IntrinsicInst.h>

#include "abi/words.h"
#include "pass/symbolic/access.h"

namespace sleave {

namespace {

void followTransfer(Follower& follower, llvm::MemIntrinsic& intrinsic) {
  auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&intrinsic);
  llvm::Value* to = intrinsic.getRawDest();
  llvm::Value* length = intrinsic.getLength();
  followWord(follower, intrinsic, to, SLEAVE_PATH_CONSTRAINT_address);
  if (transfer) followWord(follower, intrinsic, transfer->getRawSource(), SLEAVE_PATH_CONSTRAINT_address);
  followWord(follower, intrinsic, length, SLEAVE_PATH_CONSTRAINT_size);
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

struct MaskedAccess {
  llvm::Value* address = nullptr;  // one, or a vector of them
  llvm::Value* mask = nullptr;
  llvm::Value* stored = nullptr;
  llvm::Value* otherwise = nullptr;  // loads: what lanes without an access have

  explicit operator bool() const { return address != nullptr; }
};

MaskedAccess maskedAccess(llvm::IntrinsicInst& intrinsic) {
  const auto argument = [&](unsigned i) { return intrinsic.getArgOperand(i); };
  switch (intrinsic.getIntrinsicID()) {
    case llvm::Intrinsic::masked_load:
    case llvm::Intrinsic::masked_gather:
      return {.address = argument(0), .mask = argument(2), .otherwise = argument(3)};
    case llvm::Intrinsic::masked_store:
    case llvm::Intrinsic::masked_scatter:
      return {.address = argument(1), .mask = argument(3), .stored = argument(0)};
    default:
      return {};
  }
}

llvm::Value* laneAddress(StepBuilder& builder, llvm::Value* address, const ScalarPlace& place, unsigned bits) {
  if (address->getType()->isVectorTy()) return builder.CreateExtractElement(address, place.path.back());
  return builder.CreateConstGEP1_64(builder.getInt8Ty(), address, place.path.back() * uint64_t{bits / 8});
}

bool followMasked(Follower& follower, llvm::IntrinsicInst& intrinsic) {
  const MaskedAccess access = maskedAccess(intrinsic);
  if (!access) return false;
  llvm::Value* value = access.stored ? access.stored : &intrinsic;
  llvm::Type* type = shadowType(value->getType(), follower.layout());
  const unsigned bits = scalarBits(value->getType()->getScalarType(), follower.layout());
  if (!type || bits % 8 != 0 || !shadowType(access.mask->getType(), follower.layout())) return false;
  if (access.address->getType()->isPointerTy()) {
    followWord(follower, intrinsic, access.address, SLEAVE_PATH_CONSTRAINT_address);
    follower.flush(&intrinsic);
  }
  Step step{.instruction = &intrinsic, .operands = {access.mask}, .if_memory = true};
  step.operands.push_back(access.stored ? access.stored : access.otherwise);
  if (!access.stored) step.result = &intrinsic;
  step.build = [=](StepBuilder& builder) -> llvm::Value* {
    llvm::Value* numbers = llvm::Constant::getNullValue(type);
    llvm::Value* mask_shadow = builder.shadow(access.mask);
    llvm::Value* other_shadow = builder.shadow(access.stored ? access.stored : access.otherwise);
    for (const ScalarPlace& place : scalarsOf(value->getType())) {
      llvm::Value* lane = builder.CreateZExt(extractScalar(builder, access.mask, place), builder.getInt32Ty());
      llvm::SmallVector<llvm::Value*, 6> arguments = {builder.getInt32(bits),
                                                      laneAddress(builder, access.address, place, bits),
                                                      lane,
                                                      extractScalar(builder, mask_shadow, place),
                                                      extractScalar(builder, other_shadow, place),
                                                      asWord(builder, extractScalar(builder, value, place))};
      if (access.stored) {
        builder.hook("masked_store", builder.getVoidTy(), arguments);
      } else {
        numbers = insertScalar(builder, numbers, builder.expression("masked_load", arguments), place);
      }
    }
    return numbers;
  };
  follower.add(std::move(step));
  follower.flush(intrinsic.getNextNode());
  return true;
}

}  // namespace

bool followMemoryIntrinsic(Follower& follower, llvm::Instruction& instruction) {
  auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!intrinsic) return false;
  if (auto* transfer = llvm::dyn_cast<llvm::MemIntrinsic>(intrinsic)) {
    followTransfer(follower, *transfer);
    return true;
  }
  return followMasked(follower, *intrinsic);
}

}  // namespace sleave
