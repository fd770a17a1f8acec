// Pointers to library functions whose accesses are announced at direct calls lead to a function of the module's own
// that makes one, so that calls through the pointer are announced too.
//
//   before:   call double @stoa(ptr @strtod, ptr %text)
//   after:    call double @stoa(ptr @strtod.sleave, ptr %text)
//
//             define linkonce_odr double @strtod.sleave(ptr %0, ptr %1) {
//               %2 = call double @strtod(ptr %0, ptr %1)
//               ret double %2
//             }
//
// Functions of abi/calls/string_calls.def, abi/calls/format_calls.def, and those of abi/calls/pure_calls.def that
// access memory of their caller; none with variable arguments, which cannot be passed on.
#pragma once

#include <llvm/IR/Module.h>

namespace sleave {

bool replaceLibraryPointers(llvm::Module& module);

}  // namespace sleave
