// setsockopt and getsockopt. A socket of our own network has the kernel's options of every socket; those of TCP, UDP
// and IP have nothing to act on and are only kept.
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/io/control.h"
#include "runtime/io/network.h"

namespace sleave::rt {

namespace {

SocketOption* find(NetworkSocket& socket, int level, int name) {
  for (int i = 0; i < socket.option_count; ++i) {
    SocketOption& option = socket.options[i];
    if (option.level == level && option.name == name) return &option;
  }
  return nullptr;
}

long keep(NetworkSocket& socket, int level, int name, const void* value, socklen_t size) {
  if (value == nullptr || size < 1) return -EINVAL;
  SocketOption* option = find(socket, level, name);
  constexpr int kMost = sizeof socket.options / sizeof socket.options[0];
  if (option == nullptr && socket.option_count == kMost) return 0;
  if (option == nullptr) option = &socket.options[socket.option_count++];
  *option = {level, name, 0};
  memcpy(&option->value, value, size < sizeof(int) ? size : sizeof(int));
  return 0;
}

long tell(int value, void* to, socklen_t* size) {
  if (*size > sizeof value) *size = sizeof value;
  memcpy(to, &value, *size);
  return 0;
}

long set_option(int number, NetworkSocket& socket, int level, int name, const void* value, socklen_t size) {
  if (level != SOL_SOCKET) return keep(socket, level, name, value, size);
  const long result = raw_call(__NR_setsockopt, number, level, name, reinterpret_cast<long>(value), size);
  return result == -EOPNOTSUPP ? 0 : result;  // sharing of ports, say: only the Internet has it
}

long get_option(int number, NetworkSocket& socket, int level, int name, void* value, socklen_t* size) {
  if (level != SOL_SOCKET) {
    const SocketOption* kept = find(socket, level, name);
    return tell(kept != nullptr ? kept->value : 0, value, size);
  }
  if (name == SO_DOMAIN) return tell(socket.family, value, size);
  if (name == SO_PROTOCOL) return tell(socket.type == SOCK_STREAM ? IPPROTO_TCP : IPPROTO_UDP, value, size);
  return raw_call(__NR_getsockopt, number, level, name, reinterpret_cast<long>(value), reinterpret_cast<long>(size));
}

NetworkSocket* network_socket(int descriptor) {
  const Opened* what = opened(descriptor);
  return what != nullptr ? what->network : nullptr;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int setsockopt(int descriptor, int level, int name, const void* value, socklen_t size) noexcept {
  if (!controlled()) return REAL(setsockopt)(descriptor, level, name, value, size);
  return control(descriptor, SLEAVE_SITE_HERE, [&](int number) {
    NetworkSocket* socket = network_socket(descriptor);
    if (socket != nullptr) return set_option(number, *socket, level, name, value, size);
    return raw_call(__NR_setsockopt, number, level, name, reinterpret_cast<long>(value), size);
  });
}

SLEAVE_EXPORT int getsockopt(int descriptor, int level, int name, void* value, socklen_t* size) noexcept {
  if (!controlled()) return REAL(getsockopt)(descriptor, level, name, value, size);
  return inquire(descriptor, SLEAVE_SITE_HERE, [&](int number) {
    NetworkSocket* socket = network_socket(descriptor);
    if (socket != nullptr) return get_option(number, *socket, level, name, value, size);
    return raw_call(__NR_getsockopt, number, level, name, reinterpret_cast<long>(value), reinterpret_cast<long>(size));
  });
}
