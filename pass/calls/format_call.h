// Calls of printf's family: their reads through %s and their writes are announced around the call.
//
//   before:   %n = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %room, ptr @"%d %s", i32 %x, ptr %text)
//   after:    call void @__sleave_read_text(ptr %text)
//             %n = call i32 (ptr, i64, ptr, ...) @snprintf(...)
//             call void @__sleave_wrote_text(ptr %to, i64 %room, i32 %n)
//
// Only direct calls of functions the module does not define (abi/calls/format_calls.def). With a format that is no
// constant or has a precision, and with a list of arguments, the run finds the strings:
//
//   after:    call void (ptr, ...) @__sleave_read_arguments(ptr %format, i32 %x, ptr %text)
//
// The runtime announces the same for printf, fprintf and dprintf, which it defines.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

namespace sleave {

// Whether a function is in the table.
bool isFormatCall(llvm::StringRef name);

bool announceFormattedText(llvm::Function& function);

// Whether it is a call of such a function, and stringsPrinted() knows all that it reads.
bool hasPlainFormat(const llvm::CallBase& call);

// The strings that a call of a function of the table prints, as far as its format is known; none: it is no such call.
llvm::SmallVector<llvm::Value*, 4> stringsPrinted(const llvm::CallBase& call);

}  // namespace sleave
