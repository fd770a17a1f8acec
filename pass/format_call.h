// Calls of printf's family: what they read through %s and what they fill is announced beside the call.
//
//   before:   %n = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %room, ptr @"%d %s", i32 %x, ptr %text)
//   after:    call void @__sleave_read_text(ptr %text)
//             %n = call i32 (ptr, i64, ptr, ...) @snprintf(...)
//             call void @__sleave_wrote_text(ptr %to, i64 %room, i32 %n)
//
// The runtime announces the same for printf, fprintf and dprintf, which it defines.
//
// Only direct calls of functions the module does not define (abi/format_calls.def). Where the format is no constant and
// there are pointers, or it numbers its arguments, prints wide text or stores (%n), what the call reads and writes is
// not known.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <optional>

namespace sleave {

bool announceFormattedText(llvm::Function& function);

// What a call of a function of the table reads through its arguments.
struct FormattedText {
  struct Text {
    llvm::Value* text;
    llvm::Value* most;  // bytes that are read at most; null: to its end
  };
  llvm::SmallVector<Text, 4> texts;
  bool known = true;  // that is all, and nothing but the buffer is written
};
std::optional<FormattedText> formattedText(const llvm::CallBase& call);  // none: it is no such call
bool isFormatFunction(llvm::StringRef name);

}  // namespace sleave
