#include "pass/base/function_attributes.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>

namespace sleave {

namespace {

constexpr llvm::Attribute::AttrKind kPromises[] = {llvm::Attribute::Memory, llvm::Attribute::NoSync,
                                                   llvm::Attribute::NoFree, llvm::Attribute::WillReturn,
                                                   llvm::Attribute::Speculatable};

}  // namespace

void keepFramePointer(llvm::Function& function) { function.addFnAttr("frame-pointer", "all"); }

void withdrawPromises(llvm::Function& function) {
  for (llvm::Attribute::AttrKind promise : kPromises) function.removeFnAttr(promise);
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || llvm::isa<llvm::IntrinsicInst>(call) || call->isInlineAsm()) continue;
    for (llvm::Attribute::AttrKind promise : kPromises) call->removeFnAttr(promise);
  }
}

}  // namespace sleave
