// Code that does not track inputs, and so may read them unseen.
#pragma once

#include <cstdint>

namespace sleave::rt {

// Code was entered that neither tracks inputs nor is part of the system.
void note_untracked(std::uintptr_t site);

// The run is over: if it had inputs, files that were entered and are not compiled for them count as losses.
void lose_untracked_files();

}  // namespace sleave::rt
