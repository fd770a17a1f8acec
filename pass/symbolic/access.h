// Memory: what is stored keeps its number there, and what is loaded has the number of what was stored. Both are said
// right after the access, before anybody else can run.
//
//   before:   %v = load i32, ptr %p
//             store i16 %w, ptr %q
//   steps:    call void @__sleave_follow_word(i32 "an address", i32 64, i32 %sp, i128 %p)      ; before the load
//             %sv = call i32 @__sleave_follow_load(i32 32, ptr %p, i128 %v)                    ; after it
//             call void @__sleave_follow_store(i32 16, ptr %q, i32 %sw, i128 %w)
//
// An address that depends on the input is used with the value it has; that it had it is a path constraint about the
// input. Only where it points into a table that never changes, what is found is an expression whatever the address,
// said before:
//
//             %sv = call i32 @__sleave_follow_table(i32 32, ptr @table, i64 400, ptr %p, i32 %sp)
#pragma once

#include "pass/symbolic/steps.h"

namespace sleave {

bool followAccess(Follower& follower, llvm::Instruction& instruction);

// Stack slots begin without numbers, whatever was there before: said at the function's entry.
void followSlots(Follower& follower);

// Whatever is in memory may be used: if something there depends on the input, that is said before `before`.
void leaveWhatIsFollowed(Follower& follower, llvm::Instruction& before);

// A word that is used with its value (sleave_path_constraint_kind): said before `before`.
void followWord(Follower& follower, llvm::Instruction& before, llvm::Value* word, unsigned kind);

}  // namespace sleave
