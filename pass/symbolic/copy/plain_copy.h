// A copy of the function without steps, for as long as nothing in the program depends on the input.
//
// All numbers are 0 until an input was asked for, so the steps of a function (steps.h) do nothing, but to look whether
// there is something to do costs as much as the program's own work. So the code exists twice:
//
//   entry:           if (following.memory == 0) goto first.plain; else goto first;
//   F:  first:       ... with steps
//       call:        call void @g()                                 ; once, for both
//                    if (following.memory == 0) goto after.plain; else goto after;
//       after:       ...
//       hook:        call void @__sleave_read_4(ptr %p)             ; once, for both
//   P:  first.plain: ... without steps
//                    goto call
//       after.plain: ...
//                    if (access_shortcut.h says so) goto hook
//
// What may let others run stands only in the first copy: there something may come to depend on the input, and the
// runtime takes the place of a call for the site of an event, of which there shall be one. From the first copy control
// comes back to the second where a call was made and where a loop begins. Values that live across such an edge become
// phis; numbers are 0 in the second copy.
//
// Functions that are not to be optimized or to be small have one body, and so have those that cannot be copied.
#pragma once

#include <llvm/IR/Function.h>

namespace sleave {

bool addPlainCopy(llvm::Function& function);

// For steps.h: a branch to steps, first successor, that is never taken while all numbers are 0; a phi of numbers.
void markAsTest(llvm::Instruction& branch);
void markAsNumber(llvm::Instruction& phi);

}  // namespace sleave
