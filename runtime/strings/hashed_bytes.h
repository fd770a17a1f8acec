// Bytes that were hashed, so that a search finds the keys of a hash table.
//
// A hash function of a library is not tracked, and an input with a given hash is hard to find anyway. What a program
// wants of a hash is mostly whether a key is in a table, and each key of a table was hashed when it was put there. So
// input-dependent bytes that are hashed are compared with all bytes of that number that were hashed before: a chain of
// comparisons, like a switch, whose cases a search takes one by one. If one of them holds, the hash is that of the
// other bytes; if none does, it is concretized.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sleave::rt {

// Later ones are compared with these. The plan need not be in effect: tables are filled before main, too.
void remember_hashed(const void* memory, std::size_t bytes, std::uintptr_t site);

// Records the comparisons with those remembered, up to one that holds. Returns whether the bytes are known, because
// they do not depend on the input or one of the comparisons holds.
bool compare_with_hashed(const void* memory, std::size_t bytes, std::uintptr_t site);

}  // namespace sleave::rt
