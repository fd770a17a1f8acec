#include "pass/control/edge_coverage.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "abi/branches.h"
#include "abi/hooks.h"
#include "pass/base/associated_data.h"
#include "pass/base/hook_calls.h"
#include "pass/control/branch_table.h"

namespace sleave {

namespace {

// Where a block's mark goes: behind its phis and pads, and behind the entry's stack slots, which code generation
// wants in front. Null where nothing can stand (catchswitch) or nothing happens (unreachable).
llvm::Instruction* markPosition(llvm::BasicBlock& block) {
  llvm::BasicBlock::iterator position = block.getFirstInsertionPt();
  while (position != block.end() && llvm::isa<llvm::AllocaInst>(*position)) ++position;
  if (position == block.end()) return nullptr;
  return llvm::isa<llvm::UnreachableInst>(*block.getFirstNonPHIOrDbgOrLifetime()) ? nullptr : &*position;
}

llvm::GlobalVariable* createMarks(llvm::Function& function, size_t count) {
  llvm::Module& module = *function.getParent();
  auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), count);
  auto* marks = new llvm::GlobalVariable(module, type, /*isConstant=*/false, llvm::GlobalValue::PrivateLinkage,
                                         llvm::Constant::getNullValue(type), "sleave.edges");
  marks->setSection(SLEAVE_EDGE_SECTION);
  marks->setAlignment(llvm::Align(1));
  associate(marks, function);
  return marks;
}

void listUntracked(llvm::Function& function, llvm::GlobalVariable* marks) {
  llvm::Module& module = *function.getParent();
  llvm::Constant* fields[] = {marks, &function};
  llvm::Constant* value = llvm::ConstantStruct::getAnon(fields);
  auto* entry = new llvm::GlobalVariable(module, value->getType(), /*isConstant=*/false,
                                         llvm::GlobalValue::PrivateLinkage, value, "sleave.untracked");
  entry->setSection(SLEAVE_UNTRACKED_SECTION);
  entry->setAlignment(llvm::Align(8));
  associate(entry, function);
}

void mark(llvm::Instruction* position, llvm::GlobalVariable* marks, size_t index) {
  llvm::IRBuilder<> builder(position);
  llvm::Value* edge = builder.CreateConstInBoundsGEP2_64(marks->getValueType(), marks, 0, index);
  markOwn(builder.CreateStore(builder.getInt8(1), edge));
}

}  // namespace

bool markEdges(llvm::Function& function, bool tracked) {
  llvm::SplitAllCriticalEdges(function, llvm::CriticalEdgeSplittingOptions().setIgnoreUnreachableDests());
  llvm::SmallVector<llvm::BasicBlock*, 16> blocks;
  for (llvm::BasicBlock& block : function) {
    if (markPosition(block)) blocks.push_back(&block);
  }
  if (blocks.empty()) return false;
  llvm::GlobalVariable* marks = createMarks(function, blocks.size());
  associate(describeMarks(function, marks, blocks), function);
  if (!tracked) listUntracked(function, marks);
  for (size_t i = 0; i < blocks.size(); ++i) mark(markPosition(*blocks[i]), marks, i);
  return true;
}

}  // namespace sleave
