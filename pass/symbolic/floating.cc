#include "pass/symbolic/floating.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "abi/follow.h"
#include "abi/words.h"
#include "pass/symbolic/compute.h"

namespace sleave {

namespace {

constexpr int kNone = -1;
constexpr unsigned kMostWordBits = 64;

int operationOf(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FAdd:
      return SLEAVE_OP_float_add;
    case llvm::Instruction::FNeg:  // the sign, of what is no number too
      return SLEAVE_OP_bit_xor;
    case llvm::Instruction::FSub:
      return SLEAVE_OP_float_sub;
    case llvm::Instruction::FMul:
      return SLEAVE_OP_float_mul;
    case llvm::Instruction::FDiv:
      return SLEAVE_OP_float_div;
    case llvm::Instruction::SIToFP:
      return SLEAVE_OP_float_of_signed;
    case llvm::Instruction::UIToFP:
      return SLEAVE_OP_float_of_unsigned;
    case llvm::Instruction::FPToSI:
      return SLEAVE_OP_float_to_signed;
    case llvm::Instruction::FPToUI:
      return SLEAVE_OP_float_to_unsigned;
    case llvm::Instruction::FPExt:
    case llvm::Instruction::FPTrunc:
      return SLEAVE_OP_float_resize;
    default:
      return kNone;
  }
}

// The order of LLVM's own bits: equal, greater, less, unordered.
unsigned ordersOf(llvm::FCmpInst::Predicate predicate) {
  static_assert(unsigned{llvm::FCmpInst::FCMP_OEQ} == SLEAVE_FOLLOW_SAME &&
                unsigned{llvm::FCmpInst::FCMP_OGT} == SLEAVE_FOLLOW_ABOVE &&
                unsigned{llvm::FCmpInst::FCMP_OLT} == SLEAVE_FOLLOW_BELOW &&
                unsigned{llvm::FCmpInst::FCMP_UNO} == SLEAVE_FOLLOW_NAN);
  return predicate;
}

bool isTrackedType(const llvm::Type* type) {
  const llvm::Type* scalar = type->getScalarType();
  if (scalar->isIntegerTy()) return scalar->getIntegerBitWidth() <= kMostWordBits;
  return scalar->isFloatTy() || scalar->isDoubleTy();
}

// With -march=... the target may round once where two operations are written.
bool isFused(const llvm::Instruction& instruction) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return intrinsic && intrinsic->getIntrinsicID() == llvm::Intrinsic::fmuladd &&
         instruction.getFunction()->getFnAttribute("target-features").getValueAsString().contains("+fma");
}

llvm::Value* hookFloating(StepBuilder& builder, const char* hook, unsigned code, unsigned width, unsigned result,
                          const Scalar& left, const Scalar& right) {
  return builder.expression(hook, {builder.getInt32(SLEAVE_FOLLOW_WHAT(code, width, result)), left.number, right.number,
                                   asWord(builder, left.value), asWord(builder, right.value)});
}

void followOrder(Follower& follower, llvm::FCmpInst& compare) {
  const unsigned orders = ordersOf(compare.getPredicate());
  const unsigned width = scalarBits(compare.getOperand(0)->getType()->getScalarType(), follower.layout());
  addComputation(follower, compare, {compare.getOperand(0), compare.getOperand(1)},
                 [=](StepBuilder& builder, llvm::ArrayRef<Scalar> operands) {
                   return hookFloating(builder, "order", orders, width, 1, operands[0], operands[1]);
                 });
}

void followOperation(Follower& follower, llvm::Instruction& instruction, int operation) {
  llvm::Value* first = instruction.getOperand(0);
  const unsigned width = scalarBits(first->getType()->getScalarType(), follower.layout());
  const unsigned result = scalarBits(instruction.getType()->getScalarType(), follower.layout());
  const bool negates = operation == SLEAVE_OP_bit_xor;
  llvm::SmallVector<llvm::Value*, 2> operands = {first};
  if (instruction.getNumOperands() > 1) operands.push_back(instruction.getOperand(1));
  llvm::Type* type = first->getType()->getScalarType();
  addComputation(follower, instruction, operands, [=](StepBuilder& builder, llvm::ArrayRef<Scalar> scalars) {
    const auto constant = [&](llvm::Value* value) { return Scalar{value, builder.getInt32(0)}; };
    const auto code = static_cast<unsigned>(operation);
    if (negates) {
      const Scalar sign = constant(llvm::ConstantFP::getNegativeZero(type));
      return hookFloating(builder, "binary", code, width, 0, scalars[0], sign);
    }
    const Scalar second = scalars.size() > 1 ? scalars[1] : constant(llvm::Constant::getNullValue(type));
    return hookFloating(builder, "floating", code, width, result, scalars[0], second);
  });
}

}  // namespace

bool isFloating(const llvm::Instruction& instruction) {
  const auto is_float = [](const llvm::Value* value) { return value->getType()->isFPOrFPVectorTy(); };
  return is_float(&instruction) || llvm::any_of(instruction.operands(), is_float);
}

bool isExactFloating(const llvm::Instruction& instruction) {
  if (!isTrackedType(instruction.getType()) || isFused(instruction)) return false;
  if (const auto* operation = llvm::dyn_cast<llvm::FPMathOperator>(&instruction)) {
    if (operation->hasAllowReassoc() || operation->hasAllowContract() || operation->hasApproxFunc() ||
        operation->hasAllowReciprocal() || operation->hasNoSignedZeros()) {
      return false;
    }
  }
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return llvm::all_of(call ? call->args() : instruction.operands(),
                      [](const llvm::Use& operand) { return isTrackedType(operand->getType()); });
}

bool followFloatingPoint(Follower& follower, llvm::Instruction& instruction) {
  const bool computes =
      llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst, llvm::CastInst>(instruction);
  if (!computes || !isFloating(instruction)) return false;
  const int operation = operationOf(instruction);
  auto* compare = llvm::dyn_cast<llvm::FCmpInst>(&instruction);
  const bool tracked = follower.follows(&instruction) && isExactFloating(instruction);
  if (tracked && compare) {
    followOrder(follower, *compare);
  } else if (tracked && operation != kNone) {
    followOperation(follower, instruction, operation);
  } else {
    addConcretization(follower, instruction, SLEAVE_CONCRETIZATION_floating);
  }
  return true;
}

}  // namespace sleave
