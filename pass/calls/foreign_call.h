// Makes calls of code that is not instrumented visible: they are gaps of an exhaustive search unless the callee is
// known to be pure (abi/calls/pure_calls.def) or intercepted by the runtime (abi/calls/intercepts.def).
//
//   before:   define void @f() {
//               call void @g()                              ; defined elsewhere, or linkonce: perhaps by another
//               compiler call void %pointer()
//   after:    @sleave.callees = private global [1 x { ptr, ptr, i32, i32 }] [{ @g, "g", 0, 0 }],
//                 section "__sleave_callees", !associated ptr @f
//             define void @f() prefix [2 x i64] [SLEAVE_FUNCTION_MARK, SLEAVE_FUNCTION_SCHEDULED] {
//               %foreign = load i32, ptr @sleave.callees + 20
//               br (%foreign != 0), then: call void @__sleave_foreign_call(ptr @sleave.callees)
//               call void @g()                              ; then the same with @__sleave_foreign_return
//               call void @__sleave_indirect_call(ptr %pointer)
//               call void %pointer()
//
// The prefix shows callers, of this module and of others, that the function is instrumented. `foreign` is set when the
// module is loaded and never changes afterwards, so an instrumented callee costs one load and one branch.
//
// For each object that a call passes to a function of another module the hook __sleave_foreign_object() is called
// before and after it: threads may meet there.
//
// A foreign function whose address is taken can be called by code that has no hook. It gets an entry, too: the function
// that takes the address calls __sleave_foreign_taken() when it is entered; addresses in variables count from the
// start.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace sleave {

// Of a function that is not instrumented because nothing can depend on it: no caller takes it for foreign.
inline constexpr char kNotForeign[] = "sleave-not-foreign";

// The mark in front of the function. Not for one that already has a prefix of its own.
void markInstrumented(llvm::Function& function, bool tracked);

bool announceForeignCalls(llvm::Function& function);

// Entries for the functions of other files whose addresses are in variables of this module.
void announceTakenFunctions(llvm::Module& module);

// Whether calls of it are known to concern only the caller, or are intercepted.
bool isKnownFunction(llvm::StringRef name);

}  // namespace sleave
