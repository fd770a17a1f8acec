#include "pass/calls/assembly.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "pass/atomics/atomic_value.h"
#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

struct MemoryOperand {
  llvm::Value* address;
  llvm::Type* type;
  bool written;
};

// What the assembly says it does to memory.
struct Touch {
  std::optional<MemoryOperand> operand;
  bool clobbers = false;
};

// Arguments stand in the order of the constraints that have one: inputs, and outputs in memory.
bool hasArgument(const llvm::InlineAsm::ConstraintInfo& constraint) {
  switch (constraint.Type) {
    case llvm::InlineAsm::isInput:
      return true;
    case llvm::InlineAsm::isOutput:
      return constraint.isIndirect;
    default:
      return false;
  }
}

void prefer(std::optional<MemoryOperand>& chosen, const MemoryOperand& other) {
  if (!chosen || (other.written && !chosen->written)) chosen = other;
}

Touch touchOf(const llvm::CallBase& call, const llvm::InlineAsm& assembly) {
  Touch touch;
  unsigned argument = 0;
  for (const llvm::InlineAsm::ConstraintInfo& constraint : assembly.ParseConstraints()) {
    if (constraint.Type == llvm::InlineAsm::isClobber) {
      touch.clobbers |= llvm::is_contained(constraint.Codes, "{memory}");
    }
    if (!hasArgument(constraint)) continue;
    if (llvm::Type* type = call.getParamElementType(argument); constraint.isIndirect && type) {
      prefer(touch.operand, {call.getArgOperand(argument), type, constraint.Type == llvm::InlineAsm::isOutput});
    }
    ++argument;
  }
  return touch;
}

void announceOperand(llvm::CallBase& call, const MemoryOperand& operand) {
  if (operand.address->getType()->getPointerAddressSpace() != 0) return;
  HookBuilder builder(call);
  llvm::TypeSize size = call.getModule()->getDataLayout().getTypeStoreSize(operand.type);
  llvm::Value* arguments[] = {operand.address, builder.CreateTypeSize(builder.getInt64Ty(), size),
                              builder.getInt32(operand.written ? 1 : 0)};
  callHook(builder, "__sleave_assembly_begin", builder.getVoidTy(), arguments);
  // Where the assembly jumps by itself there is no one place after it.
  if (llvm::isa<llvm::CallInst>(call)) builder.SetInsertPoint(call.getNextNode());
  callHook(builder, "__sleave_assembly_end", builder.getVoidTy(), arguments);
}

void announceFence(llvm::CallBase& call) {
  HookBuilder builder(call);
  callHook(builder, "__sleave_fence", builder.getVoidTy(),
           {orderArgument(builder, llvm::AtomicOrdering::SequentiallyConsistent)});
}

// Instructions that touch no memory, whatever the assembly says about it.
bool touchesNoMemory(llvm::StringRef text) {
  static const llvm::StringSet<> names = {"mfence", "lfence", "sfence", "pause", "nop", "cpuid",
                                          "rdtsc",  "rdtscp", "hlt",    "int3",  "ud2", "endbr64"};
  llvm::SmallVector<llvm::StringRef, 4> lines;
  text.split(lines, '\n');
  for (llvm::StringRef line : lines) {
    llvm::SmallVector<llvm::StringRef, 4> instructions;
    line.split(instructions, ';');
    for (llvm::StringRef instruction : instructions) {
      instruction = instruction.trim();
      if (!instruction.empty() && !names.contains(instruction)) return false;
    }
  }
  return true;
}

// Whether memory may be touched besides the announced operand: a second operand, a pointer in a register, an address
// that the assembly computes, or some that it does not name at all. Beside an operand "memory" is a barrier for the
// compiler.
bool mayTouchMore(const llvm::CallBase& call, const llvm::InlineAsm& assembly, const Touch& touch) {
  const llvm::StringRef text = assembly.getAsmString();
  if (touchesNoMemory(text)) return false;
  if ((touch.clobbers && !touch.operand) || text.contains('(') || text.contains('[')) return true;
  unsigned argument = 0;
  for (const llvm::InlineAsm::ConstraintInfo& constraint : assembly.ParseConstraints()) {
    if (!hasArgument(constraint)) continue;
    const llvm::Value* value = call.getArgOperand(argument++);
    if (!value->getType()->isPointerTy()) continue;
    if (!constraint.isIndirect || value != touch.operand->address) return true;
  }
  return false;
}

bool announce(llvm::CallBase& call, const llvm::InlineAsm& assembly) {
  Touch touch = touchOf(call, assembly);
  if (mayTouchMore(call, assembly, touch)) {
    HookBuilder builder(call);
    callHook(builder, "__sleave_foreign_assembly", builder.getVoidTy(), {});
  }
  if (touch.operand) {
    announceOperand(call, *touch.operand);
  } else if (touch.clobbers) {
    announceFence(call);
  }
  return touch.operand || touch.clobbers;
}

}  // namespace

bool announceAssembly(llvm::Function& function) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    auto* assembly = call ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()) : nullptr;
    if (!assembly || llvm::StringRef(assembly->getAsmString()).trim().empty()) continue;
    changed |= announce(*call, *assembly);
  }
  return changed;
}

}  // namespace sleave
