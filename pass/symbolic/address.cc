#include "pass/symbolic/address.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "abi/follow.h"
#include "abi/words.h"
#include "pass/base/llvm_version.h"
#include "pass/symbolic/compute.h"

namespace sleave {

namespace {

constexpr unsigned kBits = 64;

struct Term {
  llvm::Value* index;
  uint64_t scale;
};

Scalar compute(StepBuilder& builder, unsigned operation, const Scalar& left, const Scalar& right) {
  llvm::Value* value = operation == SLEAVE_OP_add ? builder.CreateAdd(left.value, right.value)
                                                  : builder.CreateMul(left.value, right.value);
  llvm::Value* number =
      builder.expression("binary", {builder.getInt32(SLEAVE_FOLLOW_WHAT(operation, kBits, 0)), left.number,
                                    right.number, asWord(builder, left.value), asWord(builder, right.value)});
  return {value, number};
}

// An index as a word of 64 bits.
Scalar widened(StepBuilder& builder, llvm::Value* index) {
  const unsigned bits = index->getType()->getIntegerBitWidth();
  llvm::Value* number = builder.shadow(index);
  if (bits == kBits) return {index, number};
  const unsigned kind = bits < kBits ? SLEAVE_FOLLOW_SIGN_EXTEND : SLEAVE_FOLLOW_TRUNCATE;
  return {builder.CreateSExtOrTrunc(index, builder.getInt64Ty()),
          builder.expression(
              "cast", {builder.getInt32(SLEAVE_FOLLOW_WHAT(kind, bits, kBits)), number, asWord(builder, index)})};
}

Scalar constantWord(StepBuilder& builder, uint64_t value) { return {builder.getInt64(value), builder.getInt32(0)}; }

}  // namespace

bool followAddress(Follower& follower, llvm::Instruction& instruction) {
  auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
  if (!address) return false;
  OffsetTerms scales;
  llvm::APInt offset(kBits, 0);
  llvm::Value* base = address->getPointerOperand();
  if (address->getType()->isVectorTy() ||
      !llvm::cast<llvm::GEPOperator>(address)->collectOffset(follower.layout(), kBits, scales, offset)) {
    addConcretization(follower, instruction, SLEAVE_CONCRETIZATION_operation);
    return true;
  }
  llvm::SmallVector<Term, 4> terms;
  Step step{.instruction = address, .operands = {base}, .result = address};
  for (const auto& [index, scale] : scales) {
    terms.push_back({index, scale.getZExtValue()});
    step.operands.push_back(index);
  }
  const uint64_t fixed = offset.getZExtValue();
  step.build = [=](StepBuilder& builder) {
    Scalar sum = {builder.CreatePtrToInt(base, builder.getInt64Ty()), builder.shadow(base)};
    for (const Term& term : terms) {
      Scalar index = widened(builder, term.index);
      if (term.scale != 1) index = compute(builder, SLEAVE_OP_mul, index, constantWord(builder, term.scale));
      sum = compute(builder, SLEAVE_OP_add, sum, index);
    }
    if (fixed != 0) sum = compute(builder, SLEAVE_OP_add, sum, constantWord(builder, fixed));
    return sum.number;
  };
  follower.add(std::move(step));
  return true;
}

}  // namespace sleave
