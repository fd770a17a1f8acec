// connect(), and the way out of the program's own network.
#pragma once

#include <sys/socket.h>

#include <cstdint>

namespace sleave::rt {

int connect_socket(int descriptor, const sockaddr* address, socklen_t size, std::uintptr_t site);

// Puts a real Internet socket in the place of one of ours. 0, or a negative error.
long become_real(int descriptor);

}  // namespace sleave::rt
