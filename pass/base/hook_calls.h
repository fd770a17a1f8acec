// Calls of the hooks in abi/hooks.h.
//
// The runtime takes a hook's return address for the site of the event, so every call must keep a place of its own in
// the machine code: it carries the debug location of the instruction it announces, is never merged with an equal call
// in another block (nomerge), and never becomes a tail call (notail), which would return to the wrong function.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/IRBuilder.h>

#include <string>

namespace sleave {

// Builds before `instruction`, with its debug location. An instruction without one gets line 0 where the function has
// debug information: the verifier wants a location on every call.
class HookBuilder : public llvm::IRBuilder<> {
 public:
  explicit HookBuilder(llvm::Instruction& instruction);
};

// Calls the hook `name`, declared at need with the C signature that follows from `result` and the arguments' types.
llvm::CallInst* callHook(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::Type* result,
                         llvm::ArrayRef<llvm::Value*> arguments);

// Announces a plain read or write of a value of `type` at `address`. A value without bytes is no access.
void announceAccess(llvm::IRBuilder<>& builder, bool writes, llvm::Value* address, llvm::Type* type);

// "__sleave_" + operation + "_" + bytes.
std::string sizedHook(llvm::StringRef operation, uint64_t bytes);

// Marks an access that the pass itself inserted: neither this pass nor another sanitizer instruments it.
void markOwn(llvm::Instruction* access);

// Whether the sizes of the hooks include `bytes`.
bool hasSizedHook(uint64_t bytes);

}  // namespace sleave
