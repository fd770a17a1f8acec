#include "pass/edge_coverage.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "pass/hook_calls.h"

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

// Whether functions of this module may yet be inlined into others and dropped, with their marks still in use. Clang
// sets these flags on everything it prepares for link-time optimisation.
bool awaitsLinkTimeOptimization(const llvm::Module& module) {
  return module.getModuleFlag("ThinLTO") || module.getModuleFlag("EnableSplitLTOUnit");
}

// Ties the marks to the function's section.
void associate(llvm::GlobalVariable* marks, llvm::Function& function) {
  llvm::Metadata* owner = llvm::ValueAsMetadata::get(&function);
  marks->addMetadata(llvm::LLVMContext::MD_associated, *llvm::MDNode::get(function.getContext(), owner));
}

llvm::GlobalVariable* createMarks(llvm::Function& function, size_t count) {
  llvm::Module& module = *function.getParent();
  auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), count);
  auto* marks = new llvm::GlobalVariable(module, type, /*isConstant=*/false, llvm::GlobalValue::PrivateLinkage,
                                         llvm::Constant::getNullValue(type), "sleave.edges");
  marks->setSection(kEdgeSection);
  marks->setAlignment(llvm::Align(1));
  if (!awaitsLinkTimeOptimization(module)) {
    marks->setComdat(function.getComdat());
    associate(marks, function);
  }
  // The runtime reads the section as a whole, which link-time optimisation cannot see.
  llvm::appendToCompilerUsed(module, {marks});
  return marks;
}

void mark(llvm::Instruction* position, llvm::GlobalVariable* marks, size_t index) {
  llvm::IRBuilder<> builder(position);
  llvm::Value* edge = builder.CreateConstInBoundsGEP2_64(marks->getValueType(), marks, 0, index);
  markOwn(builder.CreateStore(builder.getInt8(1), edge));
}

}  // namespace

bool markEdges(llvm::Function& function) {
  llvm::SplitAllCriticalEdges(function, llvm::CriticalEdgeSplittingOptions().setIgnoreUnreachableDests());
  llvm::SmallVector<llvm::Instruction*, 16> positions;
  for (llvm::BasicBlock& block : function) {
    if (llvm::Instruction* position = markPosition(block)) positions.push_back(position);
  }
  if (positions.empty()) return false;
  llvm::GlobalVariable* marks = createMarks(function, positions.size());
  for (size_t i = 0; i < positions.size(); ++i) mark(positions[i], marks, i);
  return true;
}

}  // namespace sleave
