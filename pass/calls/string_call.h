// Calls of <string.h>'s functions become calls of hooks that announce what they read and write.
//
//   before:   %n = call i64 @strlen(ptr %s)
//   after:    %n = call i64 @__sleave_strlen(ptr %s)
//
// Only direct calls of a function that the module declares and does not define, with the C signature's number of
// arguments. The list is abi/calls/string_calls.def.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <string>

namespace sleave {

// The name of the hook that such a call will be replaced by; empty if it is none of them.
std::string stringHookOf(const llvm::CallBase& call);

// Whether a function is in the table.
bool isStringCall(llvm::StringRef name);

// Early: an invoke of such a function becomes a call.
bool replaceStringInvokes(llvm::Function& function);

bool replaceStringCalls(llvm::Function& function);

}  // namespace sleave
