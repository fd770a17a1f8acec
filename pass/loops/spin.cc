#include "pass/loops/spin.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include "pass/base/hook_calls.h"
#include "pass/base/quiet_code.h"
#include "pass/loops/exchange.h"

namespace sleave {

namespace {

// Whether a round that comes back has done nothing by it.
bool isLook(const llvm::Instruction& instruction, const llvm::Loop& loop) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return !load->isVolatile();
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    return !exchange->isVolatile() && leavesOnSuccess(*exchange, loop);
  }
  if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
    return fence->getSyncScopeID() == llvm::SyncScope::SingleThread;  // for the compiler only
  }
  return QuietCode::givesWay(instruction) || (!instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects());
}

bool looksAtAtomic(const llvm::Instruction& instruction) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  return (load && load->isAtomic()) || llvm::isa<llvm::AtomicCmpXchgInst>(instruction);
}

// Whether nothing after the loop depends on what the last round has found.
bool isUsedInside(const llvm::Instruction& value, const llvm::Loop& loop) {
  const auto inside = [&](const llvm::User* user) { return loop.contains(llvm::cast<llvm::Instruction>(user)); };
  return llvm::all_of(value.users(), inside) || decidesToLeave(value, loop);
}

}  // namespace

std::optional<Spin> spinOf(const llvm::Loop& loop, IdleValueFinder& idle) {
  if (loop.getHeader()->isEHPad() || loop.getHeader()->phis().empty() || !loop.getSubLoops().empty()) {
    return std::nullopt;
  }
  bool looks = false;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      if (!isLook(instruction, loop) || !isUsedInside(instruction, loop)) return std::nullopt;
      looks |= looksAtAtomic(instruction);
    }
  }
  if (!looks) return std::nullopt;
  const auto all_are = [&](const IdleValues& values) {
    return llvm::all_of(loop.getHeader()->phis(), [&](const llvm::PHINode& phi) { return values.contains(&phi); });
  };
  if (all_are(idle.of(loop)) || !all_are(idle.of(loop, Limits::allowed))) return std::nullopt;
  Spin spin{{loop.getHeader(), {}, {}, {}}, {}};
  loop.getLoopLatches(spin.carried.latches);
  loop.getUniqueExitBlocks(spin.exits);
  return spin;
}

void announceSpin(const Spin& spin, unsigned number) {
  llvm::Value* loop = llvm::ConstantInt::get(llvm::Type::getInt32Ty(spin.carried.header->getContext()), number);
  announceExits("__sleave_spin_ends", loop, spin.exits);
  llvm::Value* again = arrivesAgain(spin.carried);
  HookBuilder builder(*spin.carried.header->getFirstInsertionPt());
  callHook(builder, "__sleave_spin", builder.getVoidTy(), {loop, again});
}

}  // namespace sleave
