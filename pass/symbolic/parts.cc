#include "pass/symbolic/parts.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "abi/words.h"
#include "pass/symbolic/access.h"

namespace sleave {

namespace {

using Build = std::function<llvm::Value*(StepBuilder&)>;

void addPart(Follower& follower, llvm::Instruction& instruction, llvm::ArrayRef<llvm::Value*> operands, Build build) {
  follower.add({.instruction = &instruction,
                .operands = {operands.begin(), operands.end()},
                .result = &instruction,
                .build = std::move(build)});
}

}  // namespace

bool followParts(Follower& follower, llvm::Instruction& instruction) {
  if (!follower.follows(&instruction)) return false;
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    llvm::Value* from = extract->getAggregateOperand();
    if (!shadowType(from->getType(), follower.layout())) return false;
    addPart(follower, instruction, {from}, [=](StepBuilder& builder) {
      return builder.CreateExtractValue(builder.shadow(from), extract->getIndices());
    });
  } else if (auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
    llvm::Value* into = insert->getAggregateOperand();
    llvm::Value* part = insert->getInsertedValueOperand();
    addPart(follower, instruction, {into, part}, [=](StepBuilder& builder) {
      return builder.CreateInsertValue(builder.shadow(into), builder.shadow(part), insert->getIndices());
    });
  } else if (auto* element = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) {
    llvm::Value* from = element->getVectorOperand();
    if (!shadowType(from->getType(), follower.layout())) return false;
    followWord(follower, instruction, element->getIndexOperand(), SLEAVE_PATH_CONSTRAINT_address);
    addPart(follower, instruction, {from}, [=](StepBuilder& builder) {
      return builder.CreateExtractElement(builder.shadow(from), element->getIndexOperand());
    });
  } else if (auto* set = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) {
    llvm::Value* into = set->getOperand(0);
    llvm::Value* part = set->getOperand(1);
    llvm::Value* where = set->getOperand(2);
    followWord(follower, instruction, where, SLEAVE_PATH_CONSTRAINT_address);
    addPart(follower, instruction, {into, part}, [=](StepBuilder& builder) {
      return builder.CreateInsertElement(builder.shadow(into), builder.shadow(part), where);
    });
  } else if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    llvm::Value* left = shuffle->getOperand(0);
    llvm::Value* right = shuffle->getOperand(1);
    llvm::SmallVector<int, 16> mask(shuffle->getShuffleMask());
    for (int& lane : mask) lane = std::max(lane, 0);  // a lane that may be anything still needs a number that exists
    addPart(follower, instruction, {left, right}, [=](StepBuilder& builder) {
      return builder.CreateShuffleVector(builder.shadow(left), builder.shadow(right), mask);
    });
  } else {
    return false;
  }
  return true;
}

}  // namespace sleave
