#include "pass/memory/repeated_access.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicInst.h>

namespace sleave {

namespace {

// By address: the access that is known there, as an index.
using Known = llvm::SmallDenseMap<const llvm::Value*, size_t, 16>;

bool takeName(llvm::StringRef name, llvm::StringRef operation, uint64_t& bytes) {
  return name.consume_front("__sleave_") && name.consume_front(operation) && !name.getAsInteger(10, bytes);
}

// Code without a line is taken to belong to the line before it, so it had better stay there.
bool hasNoLine(const llvm::CallInst& call) {
  const llvm::DebugLoc& location = call.getDebugLoc();
  return call.getFunction()->getSubprogram() && (!location || location.getLine() == 0);
}

// A call of a sized access hook, and which.
bool isAccessHook(llvm::CallInst& call, AccessHook& hook) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || call.arg_size() != 1 || hasNoLine(call)) return false;
  hook.call = &call;
  hook.writes = takeName(callee->getName(), "write_", hook.bytes);
  if (!hook.writes && !takeName(callee->getName(), "read_", hook.bytes)) return false;
  hook.address = call.getArgOperand(0);
  return true;
}

// Whether control may leave the block's own code here: then what was known of memory is no longer.
bool runsOtherCode(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call || llvm::isa<llvm::DbgInfoIntrinsic>(call)) return false;
  if (const llvm::Function* callee = call->getCalledFunction()) {
    if (callee->getName().starts_with("__sleave_read_range") || callee->getName().starts_with("__sleave_write_range")) {
      return false;
    }
  }
  return !llvm::isa<llvm::IntrinsicInst>(call) || call->mayWriteToMemory();
}

void relate(AccessHooks& hooks, Known& known) {
  const size_t index = hooks.size() - 1;
  AccessHook& hook = hooks.back();
  const auto found = known.find(hook.address);
  if (found == known.end() || hooks[found->second].bytes < hook.bytes) {
    known[hook.address] = index;
    return;
  }
  AccessHook& first = hooks[found->second];
  if (first.writes || !hook.writes) {
    hook.first = found->second;
  } else {
    if (first.bytes == hook.bytes) {
      first.is_read_to_write = true;
      hook.first = found->second;
    }
    found->second = index;  // what comes now repeats a write
  }
}

}  // namespace

AccessHooks findAccessHooks(llvm::Function& function) {
  AccessHooks hooks;
  for (llvm::BasicBlock& block : function) {
    Known known;
    for (llvm::Instruction& instruction : block) {
      AccessHook hook{};
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call && isAccessHook(*call, hook)) {
        hook.first = hooks.size();
        hooks.push_back(hook);
        relate(hooks, known);
      } else if (runsOtherCode(instruction)) {
        known.clear();
      }
    }
  }
  return hooks;
}

}  // namespace sleave
