#include "pass/loops/exchange.h"

namespace sleave {

bool isPartOf(const llvm::Value* value, const llvm::AtomicCmpXchgInst& exchange, unsigned part) {
  const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(value);
  return extract && extract->getAggregateOperand() == &exchange && extract->getIndices()[0] == part;
}

bool leavesOnSuccess(const llvm::AtomicCmpXchgInst& exchange, const llvm::Loop& loop) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(exchange.getParent()->getTerminator());
  return branch && branch->isConditional() && isPartOf(branch->getCondition(), exchange, 1) &&
         !loop.contains(branch->getSuccessor(0));
}

}  // namespace sleave
