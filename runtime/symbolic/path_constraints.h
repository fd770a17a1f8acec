// What decided the course of the run.
#pragma once

#include <cstdint>

#include "abi/words.h"
#include "runtime/symbolic/word.h"

namespace sleave::rt {

// The current thread has learned at `site` that the word has its value. Says nothing if the word does not depend on the
// input. The same expression at the same place of the same thread is recorded once: that it had its value is known, and
// the first time is the one that counts.
void learn(sleave_path_constraint_kind kind, const Word& what, std::uintptr_t site);

// The current thread calls code that is not followed, which may look at whatever the thread knows (abi/reads.h).
void leave_what_is_followed(std::uintptr_t site);

}  // namespace sleave::rt
