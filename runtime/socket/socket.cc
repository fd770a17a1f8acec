// Sockets: made, named, connected, shut.
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "runtime/base/fatal.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/open.h"
#include "runtime/files/overlay.h"
#include "runtime/io/control.h"
#include "runtime/io/network.h"
#include "runtime/io/transfer.h"
#include "runtime/socket/connect.h"

namespace sleave::rt {

namespace {

constexpr int kTypeFlags = SOCK_NONBLOCK | SOCK_CLOEXEC;
constexpr int kBacklog = 4096;  // TCP does not refuse while a connection waits to be accepted

NetworkSocket* network_socket(int descriptor) {
  const Opened* what = opened(descriptor);
  return what != nullptr ? what->network : nullptr;
}

// What is known of sockets: any two may be connected to each other, so the events of all of them are ordered.
void is_socket(int descriptor, NetworkSocket* network) {
  Opened* what = opened(descriptor);
  if (what == nullptr) return;
  what->watched = true;
  what->network = network;
}

int make_network_socket(int family, int type, std::uintptr_t site) {
  const int number = open_one(SLEAVE_DESCRIPTOR_socket, site, [&] { return raw_call(__NR_socket, AF_UNIX, type, 0); });
  if (number >= 0) is_socket(number, new_network_socket(family, type));
  return number;
}

long bind_network(int descriptor, NetworkSocket& socket, const sockaddr* address, socklen_t size) {
  Endpoint endpoint;
  int error;
  if (!read_endpoint(socket, address, size, &endpoint, &error)) return -error;
  if (socket.bound) return -EINVAL;
  if (endpoint.foreign) {
    if (const long failed = become_real(descriptor)) return failed;
    return raw_call(__NR_bind, descriptor, reinterpret_cast<long>(address), size);
  }
  socket.bound_to_any = endpoint.any;
  if (endpoint.port == 0) return bind_to_free_port(descriptor, socket);
  endpoint.family = socket.family;
  sockaddr_un name;
  const socklen_t bytes = endpoint_name(socket.type, endpoint, &name);
  const long result = raw_call(__NR_bind, descriptor, reinterpret_cast<long>(&name), bytes);
  socket.bound = result == 0;
  if (result == 0) opened(descriptor)->reachable = !network_is_closed();  // others may know the port
  return result;
}

int accept_one(int descriptor, sockaddr* address, socklen_t* size, int flags, std::uintptr_t site) {
  Operation operation(SLEAVE_EV_descriptor_accept, descriptor, site);
  note_outside(operation.what(), SLEAVE_CALL_accept, site);
  NetworkSocket* listener = network_socket(descriptor);
  return static_cast<int>(take(operation, reads_at_once(descriptor), [&](int number) {
    sockaddr_un name = {};
    socklen_t bytes = sizeof name;
    const bool ours = listener != nullptr;
    const long made =
        ours ? raw_call(__NR_accept4, number, reinterpret_cast<long>(&name), reinterpret_cast<long>(&bytes), flags)
             : raw_call(__NR_accept4, number, reinterpret_cast<long>(address), reinterpret_cast<long>(size), flags);
    if (made < 0) return ours && made == -EOPNOTSUPP && listener->type == SOCK_STREAM ? -long{EINVAL} : made;
    add_descriptor(static_cast<int>(made), SLEAVE_DESCRIPTOR_socket);
    NetworkSocket* socket = ours ? new_network_socket(listener->family, listener->type) : nullptr;
    if (ours) socket->bound = true;
    is_socket(static_cast<int>(made), socket);
    if (ours) write_endpoint(*socket, named_endpoint(name, bytes), address, size);
    return made;
  }));
}

// getsockname and getpeername of a socket of ours.
long tell_name(int number, long call, const NetworkSocket& socket, sockaddr* address, socklen_t* size) {
  sockaddr_un name = {};
  socklen_t bytes = sizeof name;
  Endpoint endpoint = {socket.family, 0, true, false, false};
  const bool of_peer = call == __NR_getpeername;
  if (of_peer && socket.type == SOCK_DGRAM) {
    if (socket.peer.family == 0) return -ENOTCONN;
    endpoint = socket.peer;
  } else {
    const long result = raw_call(call, number, reinterpret_cast<long>(&name), reinterpret_cast<long>(&bytes));
    if (result != 0) return result;
    const Endpoint named = named_endpoint(name, bytes);
    if (named.family != 0) endpoint = named;
    if (!of_peer && named.family != 0) endpoint.any = socket.bound_to_any;
  }
  write_endpoint(socket, endpoint, address, size);
  return 0;
}

// Connected, or listening.
bool can_be_shut(int number) {
  int listens = 0;
  socklen_t size = sizeof listens;
  raw_call(__NR_getsockopt, number, SOL_SOCKET, SO_ACCEPTCONN, reinterpret_cast<long>(&listens),
           reinterpret_cast<long>(&size));
  sockaddr_un name;
  socklen_t bytes = sizeof name;
  return listens != 0 ||
         raw_call(__NR_getpeername, number, reinterpret_cast<long>(&name), reinterpret_cast<long>(&bytes)) == 0;
}

int name_of(int descriptor, long call, sockaddr* address, socklen_t* size, std::uintptr_t site) {
  return inquire(descriptor, site, [&](int number) {
    const NetworkSocket* socket = network_socket(descriptor);
    if (socket != nullptr) return tell_name(number, call, *socket, address, size);
    return raw_call(call, number, reinterpret_cast<long>(address), reinterpret_cast<long>(size));
  });
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int socketpair(int family, int type, int protocol, int* ends) noexcept {
  if (!controlled()) return REAL(socketpair)(family, type, protocol, ends);
  return open_two(SLEAVE_DESCRIPTOR_socket, ends, SLEAVE_SITE_HERE, [&](int* numbers) {
    return raw_call(__NR_socketpair, family, type, protocol, reinterpret_cast<long>(numbers));
  });
}

SLEAVE_EXPORT int socket(int family, int type, int protocol) noexcept {
  if (!controlled()) return REAL(socket)(family, type, protocol);
  if (belongs_to_network(family, type & ~kTypeFlags, protocol))
    return make_network_socket(family, type, SLEAVE_SITE_HERE);
  const int number = open_one(SLEAVE_DESCRIPTOR_socket, SLEAVE_SITE_HERE,
                              [&] { return raw_call(__NR_socket, family, type, protocol); });
  if (number >= 0) {
    is_socket(number, nullptr);
    opened(number)->from_outside = family != AF_UNIX;
  }
  return number;
}

namespace {
// The kernel makes a file of this name, which it cannot in a directory that is only in memory.
void check_socket_path(const sockaddr* address, socklen_t size) {
  if (!uses_overlay() || size <= sizeof(sa_family_t) || address->sa_family != AF_UNIX) return;
  const char* path = reinterpret_cast<const sockaddr_un*>(address)->sun_path;
  Place place;
  if (*path == 0 || find_place(AT_FDCWD, path, kForChange, place) < 0 || place.outside) return;
  if (place.folder->disk_path == nullptr) {
    fatal("a socket in a directory that is only in memory: use --files=real", 0);
  }
}
}  // namespace

SLEAVE_EXPORT int bind(int descriptor, const sockaddr* address, socklen_t size) noexcept {
  if (!controlled()) return REAL(bind)(descriptor, address, size);
  return control(descriptor, SLEAVE_SITE_HERE, [&](int number) {
    NetworkSocket* socket = network_socket(descriptor);
    if (socket != nullptr) return bind_network(number, *socket, address, size);
    check_socket_path(address, size);
    return raw_call(__NR_bind, number, reinterpret_cast<long>(address), size);
  });
}

SLEAVE_EXPORT int listen(int descriptor, int backlog) noexcept {
  if (!controlled()) return REAL(listen)(descriptor, backlog);
  return control(descriptor, SLEAVE_SITE_HERE, [&](int number) {
    NetworkSocket* socket = network_socket(descriptor);
    if (socket == nullptr) return raw_call(__NR_listen, number, backlog);
    if (socket->type != SOCK_STREAM) return -long{EOPNOTSUPP};
    if (const long failed = bind_to_free_port(number, *socket)) return failed;
    note_listener();
    return raw_call(__NR_listen, number, kBacklog);
  });
}

SLEAVE_EXPORT int accept(int descriptor, sockaddr* address, socklen_t* size) {
  if (!controlled()) return REAL(accept)(descriptor, address, size);
  return accept_one(descriptor, address, size, 0, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int accept4(int descriptor, sockaddr* address, socklen_t* size, int flags) {
  if (!controlled()) return REAL(accept4)(descriptor, address, size, flags);
  return accept_one(descriptor, address, size, flags, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int connect(int descriptor, const sockaddr* address, socklen_t size) {
  if (!controlled()) return REAL(connect)(descriptor, address, size);
  return connect_socket(descriptor, address, size, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int shutdown(int descriptor, int how) noexcept {
  if (!controlled()) return REAL(shutdown)(descriptor, how);
  return control(descriptor, SLEAVE_SITE_HERE, [&](int number) {
    if (network_socket(descriptor) != nullptr && !can_be_shut(number)) return -long{ENOTCONN};
    return raw_call(__NR_shutdown, number, how);
  });
}

SLEAVE_EXPORT int getsockname(int descriptor, sockaddr* address, socklen_t* size) noexcept {
  if (!controlled()) return REAL(getsockname)(descriptor, address, size);
  return name_of(descriptor, __NR_getsockname, address, size, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int getpeername(int descriptor, sockaddr* address, socklen_t* size) noexcept {
  if (!controlled()) return REAL(getpeername)(descriptor, address, size);
  return name_of(descriptor, __NR_getpeername, address, size, SLEAVE_SITE_HERE);
}
