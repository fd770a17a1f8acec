// Freed blocks that wait to be allocated again, in runs that reuse addresses (choice `reuse`): of each size the one
// freed last goes first, for all threads together, as in the caches of real allocators. That makes an address come back
// soon, which is what an ABA bug needs.
#pragma once

#include <cstddef>

namespace sleave::rt {

// The block freed last that has room for `bytes`; null if there is none.
void* take_freed(std::size_t bytes);

// A block of `bytes` was freed. Large ones are not kept.
void keep_freed(void* block, std::size_t bytes);

// The same two events in a run that does not reuse addresses: it counts how often it could have.
void pass_freed(std::size_t bytes);
void leave_freed(std::size_t bytes);

}  // namespace sleave::rt
