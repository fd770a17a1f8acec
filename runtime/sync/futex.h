// The futex system call.
#pragma once

#include <cstdint>

namespace sleave::rt {

// The call with these six arguments; false if the operation is not modeled. Sets errno like syscall().
bool futex_call(const long (&arguments)[6], std::uintptr_t site, long* result);

}  // namespace sleave::rt
