#include "pass/symbolic/atomics.h"

#include <llvm/IR/Instructions.h>

#include <optional>

#include "abi/follow.h"
#include "abi/words.h"
#include "pass/atomics/atomic_rmw.h"
#include "pass/symbolic/access.h"
#include "pass/symbolic/compute.h"

namespace sleave {

namespace {

// What is not followed hides what was there.
void followUnknownUpdate(Follower& follower, llvm::AtomicRMWInst& update) {
  const bool floating = update.isFloatingPointOperation();
  addConcretization(follower, update, floating ? SLEAVE_CONCRETIZATION_floating : SLEAVE_CONCRETIZATION_operation);
  llvm::Value* address = update.getPointerOperand();
  const uint64_t bytes = follower.layout().getTypeStoreSize(update.getType());
  follower.add({.instruction = &update, .if_memory = true, .build = [=](StepBuilder& builder) -> llvm::Value* {
                  builder.hook("fill", builder.getVoidTy(),
                               {address, builder.getInt32(0), builder.getInt8(0), builder.getInt64(bytes)});
                  return nullptr;
                }});
}

void followUpdate(Follower& follower, llvm::AtomicRMWInst& update) {
  const std::optional<sleave_rmw_op> operation = hookOperation(update.getOperation());
  const unsigned bits = scalarBits(update.getType(), follower.layout());
  if (!operation || bits == 0) return followUnknownUpdate(follower, update);
  llvm::AtomicRMWInst* result = &update;
  llvm::Value* operand = update.getValOperand();
  follower.add({.instruction = result,
                .operands = {operand},
                .if_memory = true,
                .result = result,
                .build = [=](StepBuilder& builder) {
                  return builder.expression(
                      "rmw", {builder.getInt32(SLEAVE_FOLLOW_WHAT(*operation, bits, 0)), result->getPointerOperand(),
                              builder.shadow(operand), asWord(builder, operand), asWord(builder, result)});
                }});
}

void followExchange(Follower& follower, llvm::AtomicCmpXchgInst& exchange) {
  llvm::AtomicCmpXchgInst* result = &exchange;
  llvm::Value* expected = exchange.getCompareOperand();
  llvm::Value* desired = exchange.getNewValOperand();
  const unsigned bits = scalarBits(expected->getType(), follower.layout());
  llvm::Type* type = shadowType(exchange.getType(), follower.layout());
  follower.add({.instruction = result,
                .operands = {expected, desired},
                .if_memory = true,
                .result = result,
                .build = [=](StepBuilder& builder) {
                  llvm::Value* old = builder.CreateExtractValue(result, 0);
                  llvm::Value* wrote = builder.CreateZExt(builder.CreateExtractValue(result, 1), builder.getInt32Ty());
                  llvm::Value* number = builder.expression(
                      "cas", {builder.getInt32(bits), result->getPointerOperand(), builder.shadow(expected),
                              builder.shadow(desired), wrote, asWord(builder, expected), asWord(builder, desired),
                              asWord(builder, old)});
                  return builder.CreateInsertValue(llvm::Constant::getNullValue(type), number, 0);
                }});
}

}  // namespace

bool followAtomic(Follower& follower, llvm::Instruction& instruction) {
  auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
  auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  if (!update && !exchange) return false;
  llvm::Value* address = update ? update->getPointerOperand() : exchange->getPointerOperand();
  if (address->getType()->getPointerAddressSpace() != 0) return true;
  followWord(follower, instruction, address, SLEAVE_PATH_CONSTRAINT_address);
  if (follower.follows(address)) follower.flush(&instruction);
  if (update) {
    followUpdate(follower, *update);
  } else {
    followExchange(follower, *exchange);
  }
  follower.flush(instruction.getNextNode());
  return true;
}

}  // namespace sleave
