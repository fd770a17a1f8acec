#include "pass/calls/assembly.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "abi/hooks.h"
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

// The instructions of the assembly, with a prefix "lock" as one of its own.
llvm::SmallVector<llvm::StringRef, 4> instructionsOf(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 4> lines;
  llvm::SmallVector<llvm::StringRef, 4> instructions;
  text.split(lines, '\n');
  for (llvm::StringRef line : lines) {
    llvm::SmallVector<llvm::StringRef, 4> parts;
    line.split(parts, ';');
    for (llvm::StringRef part : parts) {
      part = part.trim();
      if (part.consume_front("lock ")) instructions.push_back("lock");
      if (part = part.trim(); !part.empty()) instructions.push_back(part);
    }
  }
  return instructions;
}

// A mnemonic, with the suffix of the operand's size or none.
bool isNamed(llvm::StringRef mnemonic, const llvm::StringSet<>& names, std::uint64_t bytes) {
  if (names.contains(mnemonic)) return true;
  const char suffix = bytes == 1 ? 'b' : bytes == 2 ? 'w' : bytes == 4 ? 'l' : 'q';
  return mnemonic.ends_with(llvm::StringRef(&suffix, 1)) && names.contains(mnemonic.drop_back());
}

// Whether the assembly is one instruction that accesses its operand as a whole and, if it reads and writes it, in one
// step; others after it only use the flags. A bit test may access memory beyond its operand, and has no place here.
bool isOneAccess(llvm::StringRef text, const MemoryOperand& operand, std::uint64_t bytes) {
  static const llvm::StringSet<> locked = {"inc", "dec", "neg", "not", "add",  "sub",    "adc",
                                           "sbb", "and", "or",  "xor", "xadd", "cmpxchg"};
  static const llvm::StringSet<> whole = {"mov", "xchg"};
  static const llvm::StringSet<> reading = {"mov", "cmp", "test"};
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) return false;
  llvm::SmallVector<llvm::StringRef, 4> instructions = instructionsOf(text);
  const bool isLocked = !instructions.empty() && instructions.front() == "lock";
  if (isLocked) instructions.erase(instructions.begin());
  if (instructions.empty()) return false;
  const auto usesFlags = [](llvm::StringRef after) { return after.starts_with("j") || after.starts_with("set"); };
  if (!llvm::all_of(llvm::drop_begin(instructions), usesFlags)) return false;
  const llvm::StringRef mnemonic = instructions.front().take_until([](char c) { return c == ' ' || c == '\t'; });
  if (isLocked && isNamed(mnemonic, locked, bytes)) return true;
  return isNamed(mnemonic, operand.written ? whole : reading, bytes);
}

void announceOperand(llvm::CallBase& call, const llvm::InlineAsm& assembly, const MemoryOperand& operand) {
  if (operand.address->getType()->getPointerAddressSpace() != 0) return;
  HookBuilder builder(call);
  llvm::TypeSize size = call.getModule()->getDataLayout().getTypeStoreSize(operand.type);
  const bool one = isOneAccess(assembly.getAsmString(), operand, size.getKnownMinValue());
  llvm::Value* arguments[] = {
      operand.address, builder.CreateTypeSize(builder.getInt64Ty(), size),
      builder.getInt32((operand.written ? SLEAVE_ASSEMBLY_WRITES : 0) | (one ? SLEAVE_ASSEMBLY_ONCE : 0))};
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
  return llvm::all_of(instructionsOf(text), [](llvm::StringRef instruction) { return names.contains(instruction); });
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
    announceOperand(call, assembly, *touch.operand);
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
