// Code that does not track inputs, and so may read them unseen.
#pragma once

#include <cstdint>

#include "abi/hooks.h"

namespace sleave::rt {

// Functions of a module that are not compiled for inputs.
void add_untracked(const sleave_untracked* begin, const sleave_untracked* end);

// Code was entered that neither tracks inputs nor is part of the system.
void note_untracked(std::uintptr_t site);

// The run is over: if it had inputs, the code above that was entered counts as a loss.
void lose_untracked();

}  // namespace sleave::rt
