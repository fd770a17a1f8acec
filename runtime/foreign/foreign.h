// Code of the program that was not compiled with Sleave: other objects and archives, shared libraries, functions of the
// C library that are in no table. What it does to shared state is not seen, so a run that enters it while other threads
// live says so, unless the function is known to be pure (abi/calls/pure_calls.def).
#pragma once

#include <cstdint>

#include "abi/hooks.h"

namespace sleave::rt {

// The callees of a module that was just loaded: says of each whether it is foreign.
void judge_callees(sleave_callee* begin, sleave_callee* end);

// A function that a module imports whose calls are not announced: says in runs that the program can call it, unless it
// is instrumented or known to be pure. `name` stays valid.
void note_import(const void* target, const char* name);

// A thread was created: foreign functions whose addresses the program takes can be called by anybody from now on.
void note_taken_functions(std::uintptr_t site);

// A thread or handler begins with this function, which the runtime calls.
void note_start(const void* function, std::uintptr_t site);

}  // namespace sleave::rt
