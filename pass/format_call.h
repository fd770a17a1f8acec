// Calls of printf's family: what they read through %s and what they fill is announced beside the call.
//
//   before:   %n = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %room, ptr @"%d %s", i32 %x, ptr %text)
//   after:    call void @__sleave_read_text(ptr %text)
//             %n = call i32 (ptr, i64, ptr, ...) @snprintf(...)
//             call void @__sleave_wrote_text(ptr %to, i64 %room, i32 %n)
//
// Only direct calls of functions the module does not define (abi/format_calls.def). A format that is no constant, that
// numbers its arguments, or a %s with a precision announces no string.
#pragma once

#include <llvm/IR/Function.h>

namespace sleave {

bool announceFormattedText(llvm::Function& function);

// The strings that a call of a function of the table prints, as far as its format is known; none: it is no such call.
llvm::SmallVector<llvm::Value*, 4> stringsPrinted(const llvm::CallBase& call);

}  // namespace sleave
