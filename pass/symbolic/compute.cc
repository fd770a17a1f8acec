#include "pass/symbolic/compute.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include "abi/follow.h"
#include "abi/words.h"

namespace sleave {

namespace {

constexpr int kNone = -1;

int operationOf(llvm::Instruction::BinaryOps opcode) {
  switch (opcode) {
    case llvm::Instruction::Add:
      return SLEAVE_OP_add;
    case llvm::Instruction::Sub:
      return SLEAVE_OP_sub;
    case llvm::Instruction::Mul:
      return SLEAVE_OP_mul;
    case llvm::Instruction::UDiv:
      return SLEAVE_OP_udiv;
    case llvm::Instruction::SDiv:
      return SLEAVE_OP_sdiv;
    case llvm::Instruction::URem:
      return SLEAVE_OP_urem;
    case llvm::Instruction::SRem:
      return SLEAVE_OP_srem;
    case llvm::Instruction::Shl:
      return SLEAVE_OP_shl;
    case llvm::Instruction::LShr:
      return SLEAVE_OP_lshr;
    case llvm::Instruction::AShr:
      return SLEAVE_OP_ashr;
    case llvm::Instruction::And:
      return SLEAVE_OP_bit_and;
    case llvm::Instruction::Or:
      return SLEAVE_OP_bit_or;
    case llvm::Instruction::Xor:
      return SLEAVE_OP_bit_xor;
    default:
      return kNone;
  }
}

struct Comparison {
  unsigned code;
  bool swapped;
};

Comparison comparisonOf(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
    case llvm::CmpInst::ICMP_EQ:
      return {SLEAVE_FOLLOW_EQUAL, false};
    case llvm::CmpInst::ICMP_NE:
      return {SLEAVE_FOLLOW_EQUAL | SLEAVE_FOLLOW_NEGATED, false};
    case llvm::CmpInst::ICMP_ULT:
      return {SLEAVE_FOLLOW_UNSIGNED_BELOW, false};
    case llvm::CmpInst::ICMP_UGT:
      return {SLEAVE_FOLLOW_UNSIGNED_BELOW, true};
    case llvm::CmpInst::ICMP_ULE:
      return {SLEAVE_FOLLOW_UNSIGNED_BELOW | SLEAVE_FOLLOW_NEGATED, true};
    case llvm::CmpInst::ICMP_UGE:
      return {SLEAVE_FOLLOW_UNSIGNED_BELOW | SLEAVE_FOLLOW_NEGATED, false};
    case llvm::CmpInst::ICMP_SLT:
      return {SLEAVE_FOLLOW_SIGNED_BELOW, false};
    case llvm::CmpInst::ICMP_SGT:
      return {SLEAVE_FOLLOW_SIGNED_BELOW, true};
    case llvm::CmpInst::ICMP_SLE:
      return {SLEAVE_FOLLOW_SIGNED_BELOW | SLEAVE_FOLLOW_NEGATED, true};
    default:
      return {SLEAVE_FOLLOW_SIGNED_BELOW | SLEAVE_FOLLOW_NEGATED, false};
  }
}

unsigned bitsOf(Follower& follower, llvm::Type* type) { return scalarBits(type->getScalarType(), follower.layout()); }

bool isDivision(unsigned opcode) {
  return opcode == llvm::Instruction::UDiv || opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::URem ||
         opcode == llvm::Instruction::SRem;
}

void followDivisor(Follower& follower, llvm::Instruction& division, unsigned bits) {
  llvm::Value* divisor = division.getOperand(1);
  if (!follower.follows(divisor)) return;
  follower.add({.instruction = &division, .operands = {divisor}, .build = [=](StepBuilder& builder) -> llvm::Value* {
                  llvm::Value* shadow = builder.shadow(divisor);
                  for (const ScalarPlace& place : scalarsOf(divisor->getType())) {
                    llvm::Value* value = asWord(builder, extractScalar(builder, divisor, place));
                    builder.hook("divisor", builder.getVoidTy(),
                                 {builder.getInt32(bits), extractScalar(builder, shadow, place), value});
                  }
                  return nullptr;
                }});
  follower.flush(&division);
}

bool isSignedDivision(unsigned opcode) {
  return opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::SRem;
}

void followQuotient(Follower& follower, llvm::Instruction& division, unsigned bits) {
  llvm::Value* dividend = division.getOperand(0);
  llvm::Value* divisor = division.getOperand(1);
  follower.add(
      {.instruction = &division, .operands = {dividend, divisor}, .build = [=](StepBuilder& builder) -> llvm::Value* {
         for (const ScalarPlace& place : scalarsOf(divisor->getType())) {
           const auto number = [&](llvm::Value* operand) {
             return extractScalar(builder, builder.shadow(operand), place);
           };
           const auto value = [&](llvm::Value* operand) {
             return asWord(builder, extractScalar(builder, operand, place));
           };
           builder.hook("quotient", builder.getVoidTy(),
                        {builder.getInt32(bits), number(dividend), number(divisor), value(dividend), value(divisor)});
         }
         return nullptr;
       }});
  follower.flush(&division);
}

}  // namespace

void addComputation(Follower& follower, llvm::Instruction& instruction, llvm::ArrayRef<llvm::Value*> operands,
                    ScalarOperation operation) {
  const llvm::SmallVector<llvm::Value*, 3> used(operands);
  llvm::Instruction* result = &instruction;
  llvm::Type* type = shadowType(instruction.getType(), follower.layout());
  follower.add({.instruction = result,
                .operands = {used.begin(), used.end()},
                .result = result,
                .build = [=](StepBuilder& builder) {
                  llvm::Value* numbers = llvm::Constant::getNullValue(type);
                  for (const ScalarPlace& place : scalarsOf(result->getType())) {
                    llvm::SmallVector<Scalar, 3> scalars;
                    for (llvm::Value* operand : used) {
                      const bool single = operand->getType()->isSingleValueType() && !operand->getType()->isVectorTy();
                      const ScalarPlace where = single ? ScalarPlace{{}, operand->getType()} : place;
                      scalars.push_back({extractScalar(builder, operand, where),
                                         extractScalar(builder, builder.shadow(operand), where)});
                    }
                    numbers = insertScalar(builder, numbers, operation(builder, scalars), place);
                  }
                  return numbers;
                }});
}

void addConcretization(Follower& follower, llvm::Instruction& instruction, unsigned kind) {
  Step step{.instruction = &instruction, .build = [=](StepBuilder& builder) -> llvm::Value* {
              builder.hook("concretization", builder.getVoidTy(), {builder.getInt32(kind)});
              return nullptr;
            }};
  for (llvm::Value* operand : instruction.operands()) step.operands.push_back(operand);
  follower.add(std::move(step));
}

bool followBinary(Follower& follower, llvm::Instruction& instruction) {
  const auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
  if (!binary || operationOf(binary->getOpcode()) == kNone) return false;
  const unsigned bits = bitsOf(follower, binary->getType());
  const int operation = operationOf(binary->getOpcode());
  if (bits == 0 || !follower.follows(&instruction)) {
    addConcretization(follower, instruction, SLEAVE_CONCRETIZATION_wide);
    return true;
  }
  if (isDivision(binary->getOpcode())) followDivisor(follower, instruction, bits);
  if (isSignedDivision(binary->getOpcode())) followQuotient(follower, instruction, bits);
  addComputation(follower, instruction, {binary->getOperand(0), binary->getOperand(1)},
                 [=](StepBuilder& builder, llvm::ArrayRef<Scalar> operands) {
                   return builder.expression(
                       "binary",
                       {builder.getInt32(SLEAVE_FOLLOW_WHAT(operation, bits, 0)), operands[0].number,
                        operands[1].number, asWord(builder, operands[0].value), asWord(builder, operands[1].value)});
                 });
  return true;
}

bool followCompare(Follower& follower, llvm::Instruction& instruction) {
  const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
  if (!compare) return false;
  const unsigned bits = bitsOf(follower, compare->getOperand(0)->getType());
  const Comparison comparison = comparisonOf(compare->getPredicate());
  const unsigned left = comparison.swapped ? 1 : 0;
  addComputation(follower, instruction, {compare->getOperand(left), compare->getOperand(1 - left)},
                 [=](StepBuilder& builder, llvm::ArrayRef<Scalar> operands) {
                   return builder.expression(
                       "compare",
                       {builder.getInt32(SLEAVE_FOLLOW_WHAT(comparison.code, bits, 0)), operands[0].number,
                        operands[1].number, asWord(builder, operands[0].value), asWord(builder, operands[1].value)});
                 });
  return true;
}

bool followCast(Follower& follower, llvm::Instruction& instruction) {
  const bool freezes = llvm::isa<llvm::FreezeInst>(instruction);
  const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction);
  if (!freezes && (!cast || !follower.follows(&instruction))) return false;
  llvm::Value* operand = instruction.getOperand(0);
  const unsigned from = bitsOf(follower, operand->getType());
  const unsigned to = bitsOf(follower, instruction.getType());
  const bool keeps_lanes = scalarsOf(operand->getType()).size() == scalarsOf(instruction.getType()).size();
  unsigned kind = SLEAVE_FOLLOW_ZERO_EXTEND;
  if (!freezes) {
    const bool converts = cast->getOpcode() == llvm::Instruction::Trunc || llvm::isa<llvm::ZExtInst>(cast) ||
                          llvm::isa<llvm::SExtInst>(cast) || llvm::isa<llvm::PtrToIntInst>(cast) ||
                          llvm::isa<llvm::IntToPtrInst>(cast) || llvm::isa<llvm::BitCastInst>(cast);
    if (!converts || !keeps_lanes) return false;
    kind = to < from ? SLEAVE_FOLLOW_TRUNCATE
                     : (llvm::isa<llvm::SExtInst>(cast) ? SLEAVE_FOLLOW_SIGN_EXTEND : SLEAVE_FOLLOW_ZERO_EXTEND);
  }
  addComputation(follower, instruction, {operand},
                 [=](StepBuilder& builder, llvm::ArrayRef<Scalar> operands) -> llvm::Value* {
                   if (freezes || from == to) return operands[0].number;
                   return builder.expression("cast", {builder.getInt32(SLEAVE_FOLLOW_WHAT(kind, from, to)),
                                                      operands[0].number, asWord(builder, operands[0].value)});
                 });
  return true;
}

bool followSelect(Follower& follower, llvm::Instruction& instruction) {
  auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
  if (!select) return false;
  const llvm::DataLayout* layout = &follower.layout();
  addComputation(follower, instruction, {select->getCondition(), select->getTrueValue(), select->getFalseValue()},
                 [=](StepBuilder& builder, llvm::ArrayRef<Scalar> operands) {
                   const unsigned bits = scalarBits(operands[1].value->getType(), *layout);
                   return builder.expression(
                       "choose",
                       {builder.getInt32(SLEAVE_FOLLOW_WHAT(0, bits, 0)), operands[0].number, operands[1].number,
                        operands[2].number, builder.CreateZExt(operands[0].value, builder.getInt32Ty()),
                        asWord(builder, operands[1].value), asWord(builder, operands[2].value)});
                 });
  return true;
}

}  // namespace sleave
