#include "pass/edge_coverage.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "pass/hook_calls.h"

namespace sleave {

namespace {

// Where a block's counter goes: behind its phis and pads, and behind the entry's stack slots, which code generation
// wants in front. Null where nothing can stand (catchswitch) or nothing happens (unreachable).
llvm::Instruction* counterPosition(llvm::BasicBlock& block) {
  llvm::BasicBlock::iterator position = block.getFirstInsertionPt();
  while (position != block.end() && llvm::isa<llvm::AllocaInst>(*position)) ++position;
  if (position == block.end()) return nullptr;
  return llvm::isa<llvm::UnreachableInst>(*block.getFirstNonPHIOrDbgOrLifetime()) ? nullptr : &*position;
}

// Whether functions of this module may yet be inlined into others and dropped, with their counters still in use. Clang
// sets these flags on everything it prepares for link-time optimisation.
bool awaitsLinkTimeOptimization(const llvm::Module& module) {
  return module.getModuleFlag("ThinLTO") || module.getModuleFlag("EnableSplitLTOUnit");
}

// Ties the counters to the function's section.
void associate(llvm::GlobalVariable* counters, llvm::Function& function) {
  llvm::Metadata* owner = llvm::ValueAsMetadata::get(&function);
  counters->addMetadata(llvm::LLVMContext::MD_associated, *llvm::MDNode::get(function.getContext(), owner));
}

llvm::GlobalVariable* createCounters(llvm::Function& function, size_t count) {
  llvm::Module& module = *function.getParent();
  auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), count);
  auto* counters = new llvm::GlobalVariable(module, type, /*isConstant=*/false, llvm::GlobalValue::PrivateLinkage,
                                            llvm::Constant::getNullValue(type), "sleave.edges");
  counters->setSection(kEdgeSection);
  counters->setAlignment(llvm::Align(1));
  if (!awaitsLinkTimeOptimization(module)) {
    counters->setComdat(function.getComdat());
    associate(counters, function);
  }
  // The runtime reads the section as a whole, which link-time optimisation cannot see.
  llvm::appendToCompilerUsed(module, {counters});
  return counters;
}

void increment(llvm::Instruction* position, llvm::GlobalVariable* counters, size_t index) {
  llvm::IRBuilder<> builder(position);
  llvm::Type* byte = builder.getInt8Ty();
  llvm::Value* counter = builder.CreateConstInBoundsGEP2_64(counters->getValueType(), counters, 0, index);
  llvm::LoadInst* count = builder.CreateLoad(byte, counter);
  llvm::Value* next = builder.CreateAdd(count, builder.getInt8(1));
  llvm::Value* wrapped = builder.CreateZExt(builder.CreateIsNull(next), byte);
  llvm::StoreInst* store = builder.CreateStore(builder.CreateAdd(next, wrapped), counter);
  markOwn(count);
  markOwn(store);
}

}  // namespace

bool countEdges(llvm::Function& function) {
  llvm::SplitAllCriticalEdges(function, llvm::CriticalEdgeSplittingOptions().setIgnoreUnreachableDests());
  llvm::SmallVector<llvm::Instruction*, 16> positions;
  for (llvm::BasicBlock& block : function) {
    if (llvm::Instruction* position = counterPosition(block)) positions.push_back(position);
  }
  if (positions.empty()) return false;
  llvm::GlobalVariable* counters = createCounters(function, positions.size());
  for (size_t i = 0; i < positions.size(); ++i) increment(positions[i], counters, i);
  return true;
}

}  // namespace sleave
