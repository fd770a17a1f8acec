#include "pass/base/private_memory.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "pass/base/llvm_version.h"

namespace sleave {

namespace {

bool isCompilerCounter(const llvm::GlobalVariable& variable) {
  llvm::StringRef name = variable.getName();
  return name.starts_with("__llvm_") || name.starts_with("__prof") || name.starts_with("__covrec") ||
         variable.getSection() == "__sleave_edges";
}

bool isTakenOnlyLocally(const llvm::GlobalVariable& variable) {
  if (!variable.hasLocalLinkage()) return false;
  for (const llvm::User* user : variable.users()) {
    const auto* taken = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (!taken || taken->getIntrinsicID() != llvm::Intrinsic::threadlocal_address) return false;
    if (mayEscape(taken)) return false;
  }
  return true;
}

template <typename Predicate>
bool everyObject(const llvm::Value* address, Predicate predicate) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(address, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return llvm::all_of(objects, predicate);
}

}  // namespace

PrivateMemory::PrivateMemory(const llvm::Module& module) {
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (isCompilerCounter(variable) || (variable.isThreadLocal() && isTakenOnlyLocally(variable))) {
      objects_.insert(&variable);
    }
  }
}

void PrivateMemory::enter(const llvm::Function& function) {
  for (const llvm::Argument& argument : function.args()) {
    if (argument.hasByValAttr() && !mayEscape(&argument)) objects_.insert(&argument);
  }
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (llvm::isa<llvm::AllocaInst>(instruction) && !mayEscape(&instruction)) objects_.insert(&instruction);
  }
}

bool PrivateMemory::contains(const llvm::Value* address) const {
  return everyObject(address, [this](const llvm::Value* object) { return objects_.contains(object); });
}

bool PrivateMemory::isNeverWritten(const llvm::Value* address) const {
  return everyObject(address, [this](const llvm::Value* object) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
    return objects_.contains(object) || (variable && variable->isConstant());
  });
}

}  // namespace sleave
