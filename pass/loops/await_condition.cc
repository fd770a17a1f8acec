#include "pass/loops/await_condition.h"

#include <llvm/IR/Module.h>

#include "abi/await_conditions.h"
#include "pass/base/hook_calls.h"
#include "pass/base/quiet_code.h"

namespace sleave {

namespace {

using Predicate = llvm::CmpInst::Predicate;

constexpr uint64_t kMostBits = 64;

bool fits(const llvm::Type& type, const llvm::DataLayout& layout) {
  return (type.isIntegerTy() || type.isPointerTy()) &&
         layout.getTypeSizeInBits(const_cast<llvm::Type*>(&type)).getFixedValue() <= kMostBits;
}

// The loop's one instruction that is an event, if that is an atomic load.
llvm::LoadInst* onlyLoadOf(const llvm::Loop& loop) {
  llvm::LoadInst* only = nullptr;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      if (QuietCode::givesWay(instruction) || instruction.isTerminator()) continue;
      if (!instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects()) continue;
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (only || !load || !load->isAtomic() || load->isVolatile()) return nullptr;
      only = load;
    }
  }
  return only;
}

// Whether the loop has one conditional branch, and otherwise goes straight.
bool hasOneCondition(const llvm::Loop& loop) {
  unsigned conditions = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (!branch) return false;
    conditions += branch->isConditional() ? 1 : 0;
  }
  return conditions == 1;
}

// The branch that ends the loop, if that is the only one in it which is conditional, and the load is always executed
// before.
const llvm::BranchInst* onlyBranchOf(const llvm::Loop& loop, const llvm::LoadInst& load) {
  if (!hasOneCondition(loop)) return nullptr;
  const llvm::BasicBlock* block = loop.getHeader();
  bool loaded = false;
  for (unsigned i = 0; i < loop.getNumBlocks(); ++i) {
    loaded = loaded || block == load.getParent();
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (!branch) return nullptr;
    if (branch->isConditional()) return loaded ? branch : nullptr;
    block = branch->getSuccessor(0);
  }
  return nullptr;
}

uint64_t lowBits(unsigned count) { return count >= kMostBits ? ~uint64_t{0} : (uint64_t{1} << count) - 1; }

// The bits of the loaded value that `value` consists of; none if it is not made of them, or of other bits than these.
std::optional<uint64_t> bitsOf(const llvm::Value* value, const llvm::LoadInst& load) {
  if (value == &load) return ~uint64_t{0};
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) {
    const std::optional<uint64_t> bits = bitsOf(cast->getOperand(0), load);
    if (!bits) return std::nullopt;
    if (llvm::isa<llvm::TruncInst>(cast)) return *bits & lowBits(cast->getType()->getIntegerBitWidth());
    const bool same = llvm::isa<llvm::ZExtInst, llvm::PtrToIntInst, llvm::IntToPtrInst>(cast);
    return same ? bits : std::nullopt;
  }
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (!operation || operation->getOpcode() != llvm::Instruction::And) return std::nullopt;
  const auto* mask = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
  const std::optional<uint64_t> bits = bitsOf(operation->getOperand(0), load);
  return mask && bits ? std::optional(*bits & mask->getZExtValue()) : std::nullopt;
}

// The comparison of a branch, as if it were taken when that holds.
std::optional<AwaitCondition> comparisonOf(llvm::Value& condition, llvm::LoadInst& load, const llvm::Loop& loop) {
  if (condition.getType()->isIntegerTy(1)) {
    if (const std::optional<uint64_t> bits = bitsOf(&condition, load))
      return AwaitCondition{&load, Predicate::ICMP_NE, *bits, nullptr};
  }
  const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&condition);
  if (!compare || !fits(*compare->getOperand(0)->getType(), load.getModule()->getDataLayout())) return std::nullopt;
  const bool swapped = loop.isLoopInvariant(compare->getOperand(0));
  const Predicate predicate = swapped ? compare->getSwappedPredicate() : compare->getPredicate();
  llvm::Value* operand = compare->getOperand(swapped ? 0 : 1);
  const llvm::Value* looked = compare->getOperand(swapped ? 1 : 0);
  const std::optional<uint64_t> bits = bitsOf(looked, load);
  if (!bits || !loop.isLoopInvariant(operand)) return std::nullopt;
  // A sign is a sign only in its own type.
  if (llvm::ICmpInst::isSigned(predicate) && looked != &load) return std::nullopt;
  return AwaitCondition{&load, predicate, *bits, operand};
}

sleave_await_condition conditionOf(Predicate predicate) {
  switch (predicate) {
    case Predicate::ICMP_EQ:
      return SLEAVE_AWAIT_equal;
    case Predicate::ICMP_NE:
      return SLEAVE_AWAIT_not_equal;
    case Predicate::ICMP_ULT:
      return SLEAVE_AWAIT_less;
    case Predicate::ICMP_ULE:
      return SLEAVE_AWAIT_less_or_equal;
    case Predicate::ICMP_UGT:
      return SLEAVE_AWAIT_greater;
    case Predicate::ICMP_UGE:
      return SLEAVE_AWAIT_greater_or_equal;
    case Predicate::ICMP_SLT:
      return SLEAVE_AWAIT_signed_less;
    case Predicate::ICMP_SLE:
      return SLEAVE_AWAIT_signed_less_or_equal;
    case Predicate::ICMP_SGT:
      return SLEAVE_AWAIT_signed_greater;
    case Predicate::ICMP_SGE:
      return SLEAVE_AWAIT_signed_greater_or_equal;
    default:
      return SLEAVE_AWAIT_CONDITIONS;
  }
}

}  // namespace

std::optional<AwaitCondition> awaitConditionOf(const llvm::Loop& loop) {
  if (!loop.getHeader()->phis().empty()) return std::nullopt;
  llvm::LoadInst* load = onlyLoadOf(loop);
  if (!load || !fits(*load->getType(), load->getModule()->getDataLayout())) return std::nullopt;
  const llvm::BranchInst* branch = onlyBranchOf(loop, *load);
  if (!branch) return std::nullopt;
  const bool ends_if_true = !loop.contains(branch->getSuccessor(0));
  if (ends_if_true != loop.contains(branch->getSuccessor(1))) return std::nullopt;
  std::optional<AwaitCondition> condition = comparisonOf(*branch->getCondition(), *load, loop);
  if (condition && !ends_if_true) condition->ends = llvm::CmpInst::getInversePredicate(condition->ends);
  return condition;
}

void announceCondition(const AwaitCondition& condition) {
  HookBuilder before(*condition.load);
  llvm::Value* operand = before.getInt64(0);
  if (condition.operand) {
    llvm::Value* value = condition.operand;
    if (value->getType()->isPointerTy()) value = before.CreatePtrToInt(value, before.getInt64Ty());
    const bool is_signed = llvm::ICmpInst::isSigned(condition.ends);
    operand = before.CreateIntCast(value, before.getInt64Ty(), is_signed);
  }
  callHook(before, "__sleave_await_until", before.getVoidTy(),
           {before.getInt32(conditionOf(condition.ends)), before.getInt64(condition.mask), operand});
}

}  // namespace sleave
