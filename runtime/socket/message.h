// One message out, one message in; the calls of libc are forms of these.
#pragma once

#include <sys/socket.h>

#include <cstdint>

namespace sleave::rt {

long send_message(int descriptor, const msghdr& message, int flags, std::uintptr_t site);
long receive_message(int descriptor, msghdr& message, int flags, std::uintptr_t site);

}  // namespace sleave::rt
