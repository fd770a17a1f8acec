#include "pass/symbolic/reshape.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "abi/follow.h"

namespace sleave {

namespace {

// Some bits of a word: its value, as 128 bits, and its number.
struct Piece {
  llvm::Value* value;
  llvm::Value* number;
  unsigned bits;
};

Piece cut(StepBuilder& builder, const Piece& whole, unsigned low, unsigned bits) {
  if (bits == whole.bits) return whole;
  const llvm::APInt mask = llvm::APInt::getLowBitsSet(128, bits);
  return {builder.CreateAnd(builder.CreateLShr(whole.value, low), builder.getInt(mask)),
          builder.expression("extract", {builder.getInt32(SLEAVE_FOLLOW_WHAT(0, whole.bits, low)),
                                         builder.getInt32(bits), whole.number, whole.value}),
          bits};
}

Piece join(StepBuilder& builder, const Piece& upper, const Piece& lower) {
  return {builder.CreateOr(builder.CreateShl(upper.value, lower.bits), lower.value),
          builder.expression("concat", {builder.getInt32(SLEAVE_FOLLOW_WHAT(0, upper.bits, lower.bits)), upper.number,
                                        lower.number, upper.value, lower.value}),
          upper.bits + lower.bits};
}

// The bits [low, low + bits) of the words side by side, each `width` bits wide.
Piece gather(StepBuilder& builder, llvm::ArrayRef<Piece> words, unsigned width, unsigned low, unsigned bits) {
  Piece result{};
  for (unsigned at = low; at < low + bits;) {
    const unsigned inside = at % width;
    const unsigned count = std::min(width - inside, low + bits - at);
    const Piece piece = cut(builder, words[at / width], inside, count);
    result = at == low ? piece : join(builder, piece, result);
    at += count;
  }
  return result;
}

}  // namespace

bool followReshape(Follower& follower, llvm::Instruction& instruction) {
  auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction);
  if (!cast || !follower.follows(cast) || !shadowType(cast->getSrcTy(), follower.layout())) return false;
  const unsigned from = scalarBits(cast->getSrcTy()->getScalarType(), follower.layout());
  const unsigned to = scalarBits(cast->getDestTy()->getScalarType(), follower.layout());
  llvm::Value* operand = cast->getOperand(0);
  llvm::Type* type = shadowType(cast->getDestTy(), follower.layout());
  follower.add({.instruction = cast, .operands = {operand}, .result = cast, .build = [=](StepBuilder& builder) {
                  llvm::SmallVector<Piece, 16> words;
                  llvm::Value* shadow = builder.shadow(operand);
                  for (const ScalarPlace& place : scalarsOf(operand->getType())) {
                    words.push_back({asWord(builder, extractScalar(builder, operand, place)),
                                     extractScalar(builder, shadow, place), from});
                  }
                  llvm::Value* numbers = llvm::Constant::getNullValue(type);
                  unsigned low = 0;
                  for (const ScalarPlace& place : scalarsOf(cast->getDestTy())) {
                    numbers = insertScalar(builder, numbers, gather(builder, words, from, low, to).number, place);
                    low += to;
                  }
                  return numbers;
                }});
  return true;
}

}  // namespace sleave
