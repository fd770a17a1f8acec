#include "pass/symbolic/intrinsics.h"

#include <llvm/IR/IntrinsicInst.h>

#include "abi/follow.h"
#include "abi/words.h"
#include "pass/symbolic/compute.h"
#include "pass/symbolic/floating.h"

namespace sleave {

namespace {

struct Formula {
  unsigned code = SLEAVE_FOLLOWED_INTRINSICS;
  unsigned operands = 0;

  explicit operator bool() const { return operands != 0; }
};

Formula formulaOf(llvm::Intrinsic::ID id) {
  switch (id) {
#define SLEAVE_FOLLOWED_INTRINSIC(name, count) \
  case llvm::Intrinsic::name:                  \
    return {SLEAVE_FOLLOWED_##name, count};
#include "abi/calls/followed_intrinsics.def"
#undef SLEAVE_FOLLOWED_INTRINSIC
    default:
      return {};
  }
}

llvm::Value* callFormula(StepBuilder& builder, unsigned code, unsigned bits, unsigned result_bits,
                         llvm::ArrayRef<Scalar> operands) {
  llvm::SmallVector<llvm::Value*, 7> arguments = {builder.getInt32(SLEAVE_FOLLOW_WHAT(code, bits, result_bits))};
  for (unsigned i = 0; i < 3; ++i) {
    arguments.push_back(i < operands.size() ? operands[i].number : builder.getInt32(0));
  }
  for (unsigned i = 0; i < 3; ++i) {
    arguments.push_back(i < operands.size() ? asWord(builder, operands[i].value)
                                            : llvm::ConstantInt::get(builder.getInt128Ty(), 0));
  }
  return builder.expression("intrinsic", arguments);
}

llvm::Value* callBinary(StepBuilder& builder, unsigned operation, unsigned bits, const Scalar& left,
                        const Scalar& right) {
  return builder.expression("binary", {builder.getInt32(SLEAVE_FOLLOW_WHAT(operation, bits, 0)), left.number,
                                       right.number, asWord(builder, left.value), asWord(builder, right.value)});
}

bool followFormula(Follower& follower, llvm::IntrinsicInst& intrinsic) {
  const Formula formula = formulaOf(intrinsic.getIntrinsicID());
  if (!formula || intrinsic.getType()->isStructTy()) return false;
  const unsigned bits = scalarBits(intrinsic.getArgOperand(0)->getType()->getScalarType(), follower.layout());
  const unsigned result_bits = scalarBits(intrinsic.getType()->getScalarType(), follower.layout());
  if (bits == 0 || result_bits == 0) return false;
  if (isFloating(intrinsic) && !isExactFloating(intrinsic)) return false;
  llvm::SmallVector<llvm::Value*, 3> operands;
  for (unsigned i = 0; i < formula.operands; ++i) operands.push_back(intrinsic.getArgOperand(i));
  addComputation(follower, intrinsic, operands, [=](StepBuilder& builder, llvm::ArrayRef<Scalar> scalars) {
    return callFormula(builder, formula.code, bits, result_bits, scalars);
  });
  return true;
}

bool followOverflow(Follower& follower, llvm::IntrinsicInst& intrinsic) {
  auto* arithmetic = llvm::dyn_cast<llvm::WithOverflowInst>(&intrinsic);
  if (!arithmetic) return false;
  llvm::Value* left = arithmetic->getLHS();
  llvm::Value* right = arithmetic->getRHS();
  const unsigned bits = scalarBits(left->getType(), follower.layout());
  if (bits == 0) return false;
  const unsigned code = formulaOf(intrinsic.getIntrinsicID()).code;
  const unsigned opcode = arithmetic->getBinaryOp();
  const unsigned operation = opcode == llvm::Instruction::Add   ? SLEAVE_OP_add
                             : opcode == llvm::Instruction::Sub ? SLEAVE_OP_sub
                                                                : SLEAVE_OP_mul;
  llvm::Type* type = shadowType(intrinsic.getType(), follower.layout());
  follower.add(
      {.instruction = &intrinsic, .operands = {left, right}, .result = &intrinsic, .build = [=](StepBuilder& builder) {
         const Scalar a = {left, builder.shadow(left)};
         const Scalar b = {right, builder.shadow(right)};
         llvm::Value* numbers = llvm::Constant::getNullValue(type);
         numbers = builder.CreateInsertValue(numbers, callBinary(builder, operation, bits, a, b), 0);
         return builder.CreateInsertValue(numbers, callFormula(builder, code, bits, 1, {a, b}), 1);
       }});
  return true;
}

// What joins two lanes: an operation of abi/expressions.def, or a formula.
struct Joining {
  bool known = false;
  unsigned operation = 0;
  unsigned formula = SLEAVE_FOLLOWED_INTRINSICS;
};

Joining joiningOf(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::vector_reduce_add:
      return {true, SLEAVE_OP_add};
    case llvm::Intrinsic::vector_reduce_mul:
      return {true, SLEAVE_OP_mul};
    case llvm::Intrinsic::vector_reduce_and:
      return {true, SLEAVE_OP_bit_and};
    case llvm::Intrinsic::vector_reduce_or:
      return {true, SLEAVE_OP_bit_or};
    case llvm::Intrinsic::vector_reduce_xor:
      return {true, SLEAVE_OP_bit_xor};
    case llvm::Intrinsic::vector_reduce_smax:
      return {true, 0, SLEAVE_FOLLOWED_smax};
    case llvm::Intrinsic::vector_reduce_smin:
      return {true, 0, SLEAVE_FOLLOWED_smin};
    case llvm::Intrinsic::vector_reduce_umax:
      return {true, 0, SLEAVE_FOLLOWED_umax};
    case llvm::Intrinsic::vector_reduce_umin:
      return {true, 0, SLEAVE_FOLLOWED_umin};
    default:
      return {};
  }
}

// The value beside the number: with a number it does not matter, without one all lanes so far are constants.
llvm::Value* joinedValue(StepBuilder& builder, const Joining& how, llvm::Value* a, llvm::Value* b) {
  switch (how.formula) {
    case SLEAVE_FOLLOWED_smax:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a, b);
    case SLEAVE_FOLLOWED_smin:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b);
    case SLEAVE_FOLLOWED_umax:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, a, b);
    case SLEAVE_FOLLOWED_umin:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, a, b);
    default:
      break;
  }
  switch (how.operation) {
    case SLEAVE_OP_add:
      return builder.CreateAdd(a, b);
    case SLEAVE_OP_mul:
      return builder.CreateMul(a, b);
    case SLEAVE_OP_bit_and:
      return builder.CreateAnd(a, b);
    case SLEAVE_OP_bit_or:
      return builder.CreateOr(a, b);
    default:
      return builder.CreateXor(a, b);
  }
}

bool followReduction(Follower& follower, llvm::IntrinsicInst& intrinsic) {
  const Joining how = joiningOf(intrinsic.getIntrinsicID());
  const unsigned bits = scalarBits(intrinsic.getType(), follower.layout());
  if (!how.known || bits == 0) return false;
  llvm::Value* vector = intrinsic.getArgOperand(0);
  if (!shadowType(vector->getType(), follower.layout())) return false;
  follower.add({.instruction = &intrinsic,
                .operands = {vector},
                .result = &intrinsic,
                .build = [=](StepBuilder& builder) -> llvm::Value* {
                  llvm::Value* shadow = builder.shadow(vector);
                  Scalar joined{};
                  for (const ScalarPlace& place : scalarsOf(vector->getType())) {
                    const Scalar lane = {extractScalar(builder, vector, place), extractScalar(builder, shadow, place)};
                    if (!joined.value) {
                      joined = lane;
                      continue;
                    }
                    llvm::Value* number = how.formula != SLEAVE_FOLLOWED_INTRINSICS
                                              ? callFormula(builder, how.formula, bits, bits, {joined, lane})
                                              : callBinary(builder, how.operation, bits, joined, lane);
                    joined = {joinedValue(builder, how, joined.value, lane.value), number};
                  }
                  return joined.number;
                }});
  return true;
}

bool saysNothing(const llvm::IntrinsicInst& intrinsic) {
  switch (intrinsic.getIntrinsicID()) {
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::stackrestore:
    case llvm::Intrinsic::invariant_start:
    case llvm::Intrinsic::invariant_end:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
      return true;
    default:
      return llvm::isa<llvm::DbgInfoIntrinsic, llvm::LifetimeIntrinsic>(intrinsic);
  }
}

}  // namespace

bool followIntrinsic(Follower& follower, llvm::Instruction& instruction) {
  auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!intrinsic) return false;
  if (saysNothing(*intrinsic) || followFormula(follower, *intrinsic) || followOverflow(follower, *intrinsic) ||
      followReduction(follower, *intrinsic)) {
    return true;
  }
  const bool floating = intrinsic->getType()->isFPOrFPVectorTy();
  addConcretization(follower, instruction, floating ? SLEAVE_CONCRETIZATION_floating : SLEAVE_CONCRETIZATION_operation);
  return true;
}

}  // namespace sleave
