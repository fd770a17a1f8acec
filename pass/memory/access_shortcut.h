// Redundant calls of access hooks are skipped.
//
//   before:   call void @__sleave_read_4(ptr %p)
//   after:    offset = p - watch.main_heap;
//             if (offset < heap bytes) {
//               if (state of p's granule != 16) goto hook;
//             } else {
//               if (watch.accesses != TO_NOBODY) goto hook;
//               if (offset >= slot bytes && p is in a slot) goto hook;
//             }
//             goto done;
//   hook:     call void @__sleave_read_4(ptr %p)
//   done:
//
// where `watch` is abi/hooks.h's. For a write it also does what the hook always does. While accesses are observed
// there is no such heap. So while the program has one thread, an access costs eight instructions and nearly never a
// call. Memory that is no heap block by its very name is not looked up; an access that may cross the end of a granule
// compares its end with the state.
//
// In loops, what the race detector knows already is looked up too, so that an access next to other threads nearly never
// needs a call there:
//
//               if (watch.accesses != TO_NOBODY) {
//                 if ((known.words[p / 8 % words] ^ p << 16 ^ known.mark) & bits of p's bytes, of p and of the mark)
//                 goto hook; goto done;
//               }
//
// An access that repeats another (repeated_access.h) has less to ask. Where the first is at least as strong, only
// observers of every access matter:
//
//             if (watch.accesses >= TO_OTHERS) goto hook;
//
// A write after a read needs no call if none was needed for the read and the detector knows of a write already, which
// the read's hook then returns:
//
//   hook:     %0 = call i32 @__sleave_read_to_write_4(ptr %p)
//   done:     %known = phi i1 [ true, ... ], [ %0 != 0, %hook ]
//             ...
//             if (!known) goto hook2;
//
// Functions that are not to be optimized, or to be small, keep their calls. So does code outside of loops, or in loops
// with many accesses, in functions with more than a few, for which compiling would take long; and accesses whose line
// is not known: their hook is where the access is.
#pragma once

#include <llvm/IR/Function.h>

namespace sleave {

bool shortenAccessHooks(llvm::Function& function);

}  // namespace sleave
