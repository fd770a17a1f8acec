#include "pass/symbolic/follow.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cstdlib>

#include "abi/words.h"
#include "pass/symbolic/access.h"
#include "pass/symbolic/address.h"
#include "pass/symbolic/atomics.h"
#include "pass/symbolic/call.h"
#include "pass/symbolic/compute.h"
#include "pass/symbolic/control.h"
#include "pass/symbolic/floating.h"
#include "pass/symbolic/intrinsics.h"
#include "pass/symbolic/memory_intrinsics.h"
#include "pass/symbolic/parts.h"
#include "pass/symbolic/reshape.h"
#include "pass/symbolic/steps.h"

namespace sleave {

namespace {

constexpr char kForInputs[] = "SLEAVE_FOLLOW_INPUTS";  // set by the driver

using Follow = bool (*)(Follower&, llvm::Instruction&);
constexpr Follow kFollows[] = {followBinary,          followCompare,       followCast,    followReshape,
                               followSelect,          followFloatingPoint, followAddress, followParts,
                               followAccess,          followAtomic,        followControl, followReturn,
                               followMemoryIntrinsic, followIntrinsic,     followCall};

// What the pass itself has inserted, but for memory that it clears: that hides what was there.
bool isOwn(const llvm::Instruction& instruction) {
  return instruction.hasMetadata(llvm::LLVMContext::MD_nosanitize) && !llvm::isa<llvm::MemIntrinsic>(instruction);
}

void follow(Follower& follower, llvm::Instruction& instruction) {
  for (Follow how : kFollows) {
    if (how(follower, instruction)) return;
  }
  addConcretization(follower, instruction, SLEAVE_CONCRETIZATION_operation);
  if (instruction.isTerminator()) follower.flush(&instruction);
}

// The numbers that come in with a phi's values are known when all blocks are done.
void addPhis(Follower& follower, llvm::ArrayRef<llvm::PHINode*> phis) {
  for (llvm::PHINode* phi : phis) {
    auto* numbers = llvm::cast<llvm::PHINode>(follower.shadowOf(phi));
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      numbers->addIncoming(follower.shadowOf(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    }
  }
}

}  // namespace

bool isForInputs(const llvm::Module& module) {
  const char* wanted = std::getenv(kForInputs);
  return (wanted && *wanted) || module.getFunction("__sleave_symbolic") || module.getFunction("__sleave_range") ||
         module.getFunction("__sleave_assume") || module.getFunction("LLVMFuzzerTestOneInput");
}

void followInputs(llvm::Function& function) {
  Follower follower(function);
  llvm::SmallVector<llvm::PHINode*, 16> phis;
  llvm::SmallVector<llvm::SmallVector<llvm::Instruction*, 16>, 16> blocks;
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) {
    blocks.emplace_back();
    for (llvm::Instruction& instruction : *block) {
      auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
      if (!phi) {
        if (!isOwn(instruction)) blocks.back().push_back(&instruction);
      } else if (follower.follows(phi)) {
        phis.push_back(phi);
      }
    }
  }
  for (llvm::PHINode* phi : phis) {
    llvm::Type* type = shadowType(phi->getType(), follower.layout());
    follower.setShadow(phi, follower.merge(type, phi->getNumIncomingValues(), phi));
  }
  followArguments(follower);
  followSlots(follower);
  for (const auto& block : blocks) {
    for (llvm::Instruction* instruction : block) follow(follower, *instruction);
  }
  addPhis(follower, phis);
  follower.dropDeadMerges();
}

}  // namespace sleave
