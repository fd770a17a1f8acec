#include "pass/memory/plain_access.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

struct PlainAccess {
  llvm::Instruction* instruction;
  llvm::Value* address;
  llvm::Type* type;
  bool writes;
};

using PlainAccesses = llvm::SmallVector<PlainAccess, 32>;

void collectArguments(llvm::CallBase& call, PlainAccesses& accesses) {
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (!call.isByValArgument(i)) continue;
    accesses.push_back({&call, call.getArgOperand(i), call.getParamByValType(i), false});
  }
}

void collect(llvm::Instruction& instruction, PlainAccesses& accesses) {
  if (instruction.hasMetadata(llvm::LLVMContext::MD_nosanitize)) return;
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (load->isAtomic() || load->hasMetadata(llvm::LLVMContext::MD_invariant_load)) return;
    accesses.push_back({load, load->getPointerOperand(), load->getType(), false});
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (store->isAtomic()) return;
    accesses.push_back({store, store->getPointerOperand(), store->getValueOperand()->getType(), true});
  } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    collectArguments(*call, accesses);
  }
}

bool needsHook(const PlainAccess& access, const PrivateMemory& memory) {
  if (access.address->getType()->getPointerAddressSpace() != 0 || access.address->isSwiftError()) return false;
  return access.writes ? !memory.contains(access.address) : !memory.isNeverWritten(access.address);
}

void announce(const PlainAccess& access) {
  HookBuilder builder(*access.instruction);
  announceAccess(builder, access.writes, access.address, access.type);
}

}  // namespace

bool announcePlainAccesses(llvm::Function& function, const PrivateMemory& memory) {
  PlainAccesses accesses;
  for (llvm::Instruction& instruction : llvm::instructions(function)) collect(instruction, accesses);
  llvm::erase_if(accesses, [&](const PlainAccess& access) { return !needsHook(access, memory); });
  for (const PlainAccess& access : accesses) announce(access);
  return !accesses.empty();
}

}  // namespace sleave
