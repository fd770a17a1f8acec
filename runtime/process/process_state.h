// Memory that can be reached in more than one way: a file or segment that is mapped, the buffer of a stream.
#pragma once

#include <cstdint>

namespace sleave::rt {

// `call`, under control, made such memory. It stays: from now on no search of this run is complete.
void make_alias(const char* call, std::uintptr_t site);

// A thread was created: what it does to such memory is not seen wherever another address names it.
void note_aliases(std::uintptr_t site);

}  // namespace sleave::rt
