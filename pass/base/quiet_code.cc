#include "pass/base/quiet_code.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "pass/base/llvm_version.h"

namespace sleave {

namespace {

// Functions of libc that give way, or take something or fail: what they took is an event of the run.
constexpr llvm::StringRef kQuietCalls[] = {"sched_yield",
                                           "thrd_yield",
                                           "pthread_mutex_trylock",
                                           "pthread_spin_trylock",
                                           "pthread_rwlock_tryrdlock",
                                           "pthread_rwlock_trywrlock",
                                           "sem_trywait",
                                           "mtx_trylock",
                                           "__sleave_weak_try"};
constexpr llvm::StringRef kYields[] = {"sched_yield", "thrd_yield"};
constexpr llvm::StringRef kSleeps[] = {"nanosleep", "clock_nanosleep", "usleep", "sleep"};
constexpr llvm::StringRef kLookingCalls[] = {
    "pthread_mutex_trylock",    "pthread_spin_trylock", "pthread_rwlock_tryrdlock",
    "pthread_rwlock_trywrlock", "sem_trywait",          "mtx_trylock"};
constexpr llvm::StringRef kLocks[] = {"pthread_mutex_lock", "pthread_spin_lock", "pthread_rwlock_rdlock",
                                      "pthread_rwlock_wrlock", "mtx_lock"};
constexpr llvm::StringRef kUnlocks[] = {"pthread_mutex_unlock", "pthread_spin_unlock", "pthread_rwlock_unlock",
                                        "mtx_unlock"};

bool isOneOf(llvm::ArrayRef<llvm::StringRef> names, const llvm::Function* function) {
  return function && function->isDeclaration() && llvm::is_contained(names, function->getName());
}

// A report of UndefinedBehaviorSanitizer: a run ends there (runtime/sanitize/ubsan.cc). Its minimal runtime tells
// nobody.
bool reportsUndefinedBehavior(const llvm::Function* function) {
  if (!function || !function->isDeclaration()) return false;
  const llvm::StringRef name = function->getName();
  return name.starts_with("__ubsan_handle_") && !name.contains("_minimal");
}

bool isQuietIntrinsic(const llvm::IntrinsicInst& intrinsic) {
  switch (intrinsic.getIntrinsicID()) {
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::sideeffect:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
    case llvm::Intrinsic::x86_sse2_pause:
      return true;
    default:
      return llvm::isa<llvm::DbgInfoIntrinsic>(intrinsic) || intrinsic.doesNotAccessMemory();
  }
}

// Nothing at all, or a hint that somebody waits.
bool isQuietAssembly(const llvm::InlineAsm& assembly) {
  const llvm::StringRef text = llvm::StringRef(assembly.getAsmString()).trim();
  return text.empty() || text == "pause" || text == "rep; nop" || text == "rep;nop";
}

// Whether it may leave its place as it finds it, so that a loop may do it in vain.
bool mayOnlyRead(const llvm::AtomicRMWInst& update) {
  switch (update.getOperation()) {
    case llvm::AtomicRMWInst::Add:
    case llvm::AtomicRMWInst::Sub:
    case llvm::AtomicRMWInst::Nand:
    case llvm::AtomicRMWInst::Xor:
      return false;
    default:
      return true;
  }
}

bool isAtomicRead(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->isAtomic();
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return mayOnlyRead(*update);
  return llvm::isa<llvm::AtomicCmpXchgInst>(instruction);
}

const llvm::Function* definitionOf(const llvm::CallBase& call) {
  const llvm::Function* function = call.getCalledFunction();
  return function && !function->isDeclaration() && !function->isInterposable() ? function : nullptr;
}

// Whether the predicate holds for an instruction of the function after which it may return: not of what ends the
// program.
template <typename Predicate>
bool anyInstruction(const llvm::Function& function, Predicate predicate) {
  return llvm::any_of(function, [&](const llvm::BasicBlock& block) {
    return !llvm::isa<llvm::UnreachableInst>(block.getTerminator()) && llvm::any_of(block, predicate);
  });
}

}  // namespace

// A call of what this module does not define.
bool QuietCode::isKnownQuiet(const llvm::CallBase& call) const {
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) return isQuietIntrinsic(*intrinsic);
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand()))
    return isQuietAssembly(*assembly);
  if (isOneOf(kQuietCalls, call.getCalledFunction())) return true;
  if (also_ != Also::nothing && isOneOf(kSleeps, call.getCalledFunction())) return true;
  if (also_ == Also::sleeps_and_locks &&
      (isOneOf(kLocks, call.getCalledFunction()) || isOneOf(kUnlocks, call.getCalledFunction()))) {
    return true;
  }
  if (reportsUndefinedBehavior(call.getCalledFunction())) return true;
  return call.onlyReadsMemory() && call.doesNotThrow() && call.hasFnAttr(llvm::Attribute::WillReturn);
}

llvm::AllocaInst* QuietCode::slotWrittenBy(const llvm::Instruction& instruction) {
  const llvm::Value* place = nullptr;
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  const auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
  if (store && !store->isVolatile()) place = store->getPointerOperand();
  if (fill && !fill->isVolatile()) place = fill->getRawDest();
  if (!place) return nullptr;
  const auto* slot = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(place, 0));
  return slot && !mayEscape(slot) ? const_cast<llvm::AllocaInst*>(slot) : nullptr;
}

bool QuietCode::isQuietCall(const llvm::CallBase& call) {
  const llvm::Function* function = definitionOf(call);
  return function ? isQuiet(*function) : isKnownQuiet(call);
}

bool QuietCode::contains(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return isQuietCall(*call);
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store->isAtomic();
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::FenceInst>(instruction)) return true;
  return !instruction.mayWriteToMemory() || llvm::isa<llvm::LoadInst>(instruction);
}

bool QuietCode::givesWay(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call) return false;
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call)) return isQuietIntrinsic(*intrinsic);
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand())) {
    return isQuietAssembly(*assembly);
  }
  return isOneOf(kYields, call->getCalledFunction());
}

bool QuietCode::sleeps(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && isOneOf(kSleeps, call->getCalledFunction());
}

// What a function does to its own stack slots is gone when it returns.
bool QuietCode::isQuiet(const llvm::Function& function) {
  const auto known = quiet_.find(&function);
  if (known != quiet_.end()) return known->second == Answer::yes;
  quiet_[&function] = Answer::unknown;  // one that calls itself
  const bool quiet = !anyInstruction(function, [&](const llvm::Instruction& instruction) {
    return !contains(instruction) && !slotWrittenBy(instruction);
  });
  quiet_[&function] = quiet ? Answer::yes : Answer::no;
  return quiet;
}

bool QuietCode::looks(const llvm::Instruction& instruction) {
  if (isAtomicRead(instruction)) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call) return false;
  if (isOneOf(kLookingCalls, call->getCalledFunction())) return true;
  const llvm::Function* function = definitionOf(*call);
  return function && looksIn(*function);
}

bool QuietCode::looksIn(const llvm::Function& function) {
  const auto known = looking_.find(&function);
  if (known != looking_.end()) return known->second == Answer::yes;
  looking_[&function] = Answer::unknown;
  const bool found = anyInstruction(function, [&](const llvm::Instruction& instruction) { return looks(instruction); });
  looking_[&function] = found ? Answer::yes : Answer::no;
  return found;
}

bool QuietCode::unlocks(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call) return false;
  if (isOneOf(kUnlocks, call->getCalledFunction())) return true;
  const llvm::Function* function = definitionOf(*call);
  return function && unlocksIn(*function);
}

bool QuietCode::unlocksIn(const llvm::Function& function) {
  const auto known = unlocking_.find(&function);
  if (known != unlocking_.end()) return known->second == Answer::yes;
  unlocking_[&function] = Answer::unknown;
  const bool found =
      anyInstruction(function, [&](const llvm::Instruction& instruction) { return unlocks(instruction); });
  unlocking_[&function] = found ? Answer::yes : Answer::no;
  return found;
}

bool QuietCode::callsOutDirectly(const llvm::Instruction& instruction) const {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && !llvm::isa<llvm::MemIntrinsic>(call) && !definitionOf(*call) && !isKnownQuiet(*call);
}

bool QuietCode::callsOut(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call) return false;
  const llvm::Function* function = definitionOf(*call);
  return function ? callsOutOf(*function) : !llvm::isa<llvm::MemIntrinsic>(call) && !isKnownQuiet(*call);
}

bool QuietCode::callsOutOf(const llvm::Function& function) {
  const auto known = calling_out_.find(&function);
  if (known != calling_out_.end()) return known->second == Answer::yes;
  calling_out_[&function] = Answer::unknown;
  const bool found =
      anyInstruction(function, [&](const llvm::Instruction& instruction) { return callsOut(instruction); });
  calling_out_[&function] = found ? Answer::yes : Answer::no;
  return found;
}

}  // namespace sleave
