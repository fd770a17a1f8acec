#include "pass/loops/carried_values.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

#include "pass/base/hook_calls.h"

namespace sleave {

bool canBeHashed(const llvm::PHINode& phi) {
  return phi.getType()->isPointerTy() || (phi.getType()->isIntegerTy() && phi.getType()->getIntegerBitWidth() <= 64);
}

llvm::Value* asNumber(llvm::IRBuilder<>& builder, llvm::Value* value) {
  llvm::Type* word = builder.getInt64Ty();
  value = value->getType()->isPointerTy() ? builder.CreatePtrToInt(value, word) : builder.CreateZExt(value, word);
  if (auto* number = llvm::dyn_cast<llvm::PtrToIntInst>(value)) markOwn(number);
  return value;
}

llvm::Value* mixed(llvm::IRBuilder<>& builder, llvm::Value* hash, llvm::Value* value) {
  hash = builder.CreateMul(builder.CreateXor(hash, asNumber(builder, value)), builder.getInt64(0x9e3779b97f4a7c15));
  return builder.CreateXor(hash, builder.CreateLShr(hash, 29));
}

llvm::Value* hashOf(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> values) {
  llvm::Value* hash = builder.getInt64(0);
  for (llvm::Value* value : values) hash = mixed(builder, hash, value);
  return hash;
}

llvm::Type* slotType(const llvm::AllocaInst& slot) {
  const llvm::DataLayout& layout = slot.getModule()->getDataLayout();
  const std::optional<llvm::TypeSize> bytes = slot.getAllocationSize(layout);
  if (!slot.isStaticAlloca() || !bytes || bytes->isScalable() || bytes->getFixedValue() > 8) return nullptr;
  return llvm::Type::getIntNTy(slot.getContext(), static_cast<unsigned>(bytes->getFixedValue() * 8));
}

bool livesInIteration(const llvm::AllocaInst& slot, const llvm::Loop& loop) {
  bool begins = false;
  bool ends = false;
  for (const llvm::User* user : slot.users()) {
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (!intrinsic || !loop.contains(intrinsic)) continue;
    begins |= intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_start;
    ends |= intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_end;
  }
  return begins && ends;
}

std::optional<Carried> carriedBy(const llvm::Loop& loop, IdleValueFinder& idle) {
  Carried carried{loop.getHeader(), {}, {}, {}};
  loop.getLoopLatches(carried.latches);
  const IdleValues left_out = idle.of(loop);
  for (llvm::PHINode& phi : carried.header->phis()) {
    if (left_out.contains(&phi)) continue;
    if (!canBeHashed(phi)) return std::nullopt;
    carried.values.push_back(&phi);
  }
  return carried;
}

llvm::Value* arrivesAgain(const Carried& carried) {
  llvm::BasicBlock& header = *carried.header;
  llvm::Type* flag = llvm::Type::getInt32Ty(header.getContext());
  auto* again = llvm::PHINode::Create(flag, 2, "sleave.again", header.begin());
  for (llvm::BasicBlock* from : llvm::predecessors(&header)) {
    again->addIncoming(llvm::ConstantInt::get(flag, llvm::is_contained(carried.latches, from) ? 1 : 0), from);
  }
  return again;
}

void announceExits(llvm::StringRef hook, llvm::Value* loop, llvm::ArrayRef<llvm::BasicBlock*> exits) {
  for (llvm::BasicBlock* exit : exits) {
    HookBuilder builder(*exit->getFirstInsertionPt());
    callHook(builder, hook, builder.getVoidTy(), {loop});
  }
}

void announceArrival(llvm::StringRef hook, llvm::ArrayRef<llvm::Value*> first, const Carried& carried) {
  llvm::Value* again = arrivesAgain(carried);
  HookBuilder builder(*carried.header->getFirstInsertionPt());
  llvm::Value* state = hashOf(builder, carried.values);
  for (llvm::AllocaInst* slot : carried.slots) {
    llvm::LoadInst* held = builder.CreateLoad(slotType(*slot), slot);
    markOwn(held);
    state = mixed(builder, state, held);
  }
  llvm::SmallVector<llvm::Value*, 4> arguments(first);
  arguments.push_back(again);
  arguments.push_back(state);
  callHook(builder, hook, builder.getVoidTy(), arguments);
}

}  // namespace sleave
