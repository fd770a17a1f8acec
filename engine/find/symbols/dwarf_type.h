// Types in DWARF: how large they are, and which member or element of a variable holds a byte.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>

#include "engine/find/symbols/variable.h"

namespace sleave {

// The type of a variable or member, behind typedefs and qualifiers. False for void.
bool bare_type(Dwarf_Die* die, Dwarf_Die* type);

// 0: unknown.
std::uint64_t byte_size(Dwarf_Die* type);

// The member that holds byte `offset` of `variable`. Members of the standard library's own types are not entered:
// `count`, not `count._M_i`. False if the variable's type is not known.
bool member_at(Dwarf_Die* variable, std::uint64_t offset, Member& member);

}  // namespace sleave
