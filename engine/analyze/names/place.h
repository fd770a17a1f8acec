// Places in the program's own source.
#pragma once

#include <cstdint>
#include <string>

#include "engine/find/symbols/symbolizer.h"
#include "engine/trace/trace.h"

namespace sleave {

// The innermost frame of the program at an event, from its stack if one was recorded, else from its site. Empty if
// there is none: a place in a library would not help the reader.
Frame event_place(const Trace& trace, std::uint64_t index, Symbolizer& symbolizer);

// Where that is in an installed header (a library of templates), the innermost frame outside: who made it do so. Empty
// where it is not, or no stack was recorded.
Frame calling_place(const Trace& trace, std::uint64_t index, Symbolizer& symbolizer);

// The same for the operation a thread was about to do, or waited in, at the end; a place in a library if need be.
Frame pending_place(const Trace& trace, std::uint32_t thread, Symbolizer& symbolizer);

// "queue.cc:31"; without line numbers the function, without symbols "module+0x1a2b". Never a folder: the same program
// built elsewhere gives the same text.
std::string place_text(const Frame& frame);

}  // namespace sleave
