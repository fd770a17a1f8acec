// Which contents of files an event is about, for a search: it need not order reads and writes of one file with what is
// done to others (docs/internals/files.md). An event without such a note may be about every file, unless the role of
// its call (abi/roles.def) excludes that.
#pragma once

#include <cstdint>

#include "abi/trace.h"

namespace sleave::rt {

// Of the event that the current thread has just recorded; file 0: it is about no contents. `how` has bits of
// sleave_file_use.
void record_file_use(std::uint32_t file, unsigned how);

// The same for a call on files whose event is a state_use, if it was one: while no other thread exists it is none.
void note_file_use(std::uint32_t file, unsigned how);

}  // namespace sleave::rt
