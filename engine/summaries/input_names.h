// Names of inputs (abi/trace.h) that another thread asks for in the same way.
#pragma once

#include <cstdint>

namespace sleave::summaries {

// `name` is that of the `ordinal`-th input with its text that child number `child` of the main thread asked for: the
// name that child number `other` would give it. The text need not be known: FNV-1a can be undone from its end.
std::uint64_t name_in_thread(std::uint64_t name, std::uint32_t child, std::uint32_t ordinal, std::uint32_t other);

}  // namespace sleave::summaries
