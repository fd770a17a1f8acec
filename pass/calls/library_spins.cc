#include "pass/calls/library_spins.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "pass/calls/foreign_call.h"

namespace sleave {

namespace {

// std::__detail::__atomic_spin<...>(...)
constexpr char kSpinPrefix[] = "_ZNSt8__detail13__atomic_spinI";
constexpr int kLibraryPolls = 16;

// std::__detail::__thread_relax() and __thread_yield()
constexpr llvm::StringRef kPauses[] = {"_ZNSt8__detail14__thread_relaxEv", "_ZNSt8__detail14__thread_yieldEv"};

// std::__detail::__waiter_pool_base::_M_enter_wait and _M_leave_wait
constexpr llvm::StringRef kWaiterCounts[] = {"_ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv",
                                             "_ZNSt8__detail18__waiter_pool_base13_M_leave_waitEv"};

// std::__detail::__waiter_pool_base::_M_waiting
constexpr char kIsAnybodyWaiting[] = "_ZNKSt8__detail18__waiter_pool_base10_M_waitingEv";

bool isOneOf(llvm::ArrayRef<llvm::StringRef> names, const llvm::Function* function) {
  return function && llvm::is_contained(names, function->getName());
}

void pollOnce(llvm::Function& spin) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(spin))) {
    if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
      auto* limit = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
      if (limit && limit->equalsInt(kLibraryPolls)) {
        compare->setOperand(1, llvm::ConstantInt::get(limit->getType(), 1));
      }
    } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      if (isOneOf(kPauses, call->getCalledFunction())) call->eraseFromParent();
    }
  }
}

void keepOutOfSight(llvm::Function& function) {
  function.removeFnAttr(llvm::Attribute::AlwaysInline);
  function.addFnAttr(llvm::Attribute::NoInline);
  function.addFnAttr(llvm::Attribute::DisableSanitizerInstrumentation);
  function.addFnAttr(kNotForeign);
}

// A copy for this module: the linker could choose one of a module without Sleave.
void answerYes(llvm::Function& question) {
  keepOutOfSight(question);
  question.setComdat(nullptr);
  question.setLinkage(llvm::GlobalValue::InternalLinkage);
  for (llvm::Instruction& instruction : llvm::instructions(question)) {
    auto* answer = llvm::dyn_cast<llvm::ReturnInst>(&instruction);
    if (answer) answer->setOperand(0, llvm::ConstantInt::getTrue(question.getContext()));
  }
}

}  // namespace

bool shortenLibrarySpins(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    if (function.getName().starts_with(kSpinPrefix)) {
      pollOnce(function);
      changed = true;
    } else if (isOneOf(kWaiterCounts, &function)) {
      keepOutOfSight(function);
      changed = true;
    } else if (function.getName() == kIsAnybodyWaiting) {
      answerYes(function);
      changed = true;
    }
  }
  return changed;
}

}  // namespace sleave
