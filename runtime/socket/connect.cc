#include "runtime/socket/connect.h"

#include <errno.h>
#include <fcntl.h>

#include "runtime/base/raw.h"
#include "runtime/io/network.h"
#include "runtime/io/transfer.h"
#include "runtime/record/escape.h"
#include "runtime/sched/sources.h"

namespace sleave::rt {

namespace {

long call_connect(int number, const void* address, socklen_t size) {
  return raw_call(__NR_connect, number, reinterpret_cast<long>(address), size);
}

// Without blocking; -EAGAIN: the listener has no room.
long try_connect(int number, const void* address, socklen_t size) {
  NonblockingScope scope(number);
  return call_connect(number, address, size);
}

// A port of the program: of the wanted family, or a listener for IPv6 that takes IPv4 as well.
long connect_inside(int number, NetworkSocket& socket, Endpoint to) {
  if (const long failed = bind_to_free_port(number, socket)) return failed;
  if (to.any) to.family = socket.family;
  sockaddr_un name;
  socklen_t size = endpoint_name(socket.type, to, &name);
  const long result = try_connect(number, &name, size);
  if (result != -ECONNREFUSED || to.family != AF_INET) return result;
  to.family = AF_INET6;
  size = endpoint_name(socket.type, to, &name);
  return try_connect(number, &name, size);
}

// A real socket to somebody else; ours stays as it is when there is nobody.
long connect_outside(int number, const sockaddr* address, socklen_t size, std::uintptr_t site) {
  const long probe = raw_call(__NR_socket, address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (probe < 0) return probe;
  const long possible = call_connect(static_cast<int>(probe), address, size);
  raw_call(__NR_close, probe);
  if (possible != 0) return possible;
  if (const long failed = become_real(number)) return failed;
  record_uncontrolled(SLEAVE_CALL_connect, site);
  return call_connect(number, address, size);
}

// Internet streams never connect within the call when they may not wait.
long as_tcp(long result, bool nonblocking) { return result == 0 && nonblocking ? -EINPROGRESS : result; }

long connect_stream(Operation& operation, NetworkSocket& socket, const sockaddr* address, socklen_t size,
                    std::uintptr_t site) {
  Endpoint to;
  int error;
  if (!read_endpoint(socket, address, size, &to, &error)) return -error;
  const bool nonblocking = is_nonblocking(operation.descriptor());
  if (to.foreign) {
    if (const long failed = become_real(operation.descriptor())) return failed;
    record_uncontrolled(SLEAVE_CALL_connect, site);
    return call_connect(operation.descriptor(), address, size);
  }
  const long result = connect_inside(operation.descriptor(), socket, to);
  if (result == -ECONNREFUSED && !is_guest) return connect_outside(operation.descriptor(), address, size, site);
  return as_tcp(result, nonblocking);
}

// Only a note where to send: UDP asks nobody.
long connect_datagrams(NetworkSocket& socket, const sockaddr* address, socklen_t size, int number) {
  if (address != nullptr && size >= sizeof(sa_family_t) && address->sa_family == AF_UNSPEC) {
    socket.peer = {};
    return 0;
  }
  Endpoint to;
  int error;
  if (!read_endpoint(socket, address, size, &to, &error)) return -error;
  if (to.foreign) {
    if (const long failed = become_real(number)) return failed;
    return call_connect(number, address, size);
  }
  if (const long failed = bind_to_free_port(number, socket)) return failed;
  socket.peer = to;
  socket.peer.any = false;
  return 0;
}

long attempt(Operation& operation, const sockaddr* address, socklen_t size, std::uintptr_t site) {
  NetworkSocket* socket = operation.what() != nullptr ? operation.what()->network : nullptr;
  if (socket != nullptr && socket->type == SOCK_DGRAM) {
    return connect_datagrams(*socket, address, size, operation.descriptor());
  }
  if (socket != nullptr) return connect_stream(operation, *socket, address, size, site);
  if (operation.what() == nullptr || operation.what()->from_outside) {
    record_uncontrolled(SLEAVE_CALL_connect, site);
    return call_connect(operation.descriptor(), address, size);
  }
  return try_connect(operation.descriptor(), address, size);
}

}  // namespace

int connect_socket(int descriptor, const sockaddr* address, socklen_t size, std::uintptr_t site) {
  Operation operation(SLEAVE_EV_descriptor_connect, descriptor, site);
  const bool nonblocking = is_nonblocking(descriptor);
  operation.go();
  for (;;) {
    const long result = attempt(operation, address, size, site);
    if (result != -EAGAIN || nonblocking) return static_cast<int>(operation.finish(result));
    operation.note_progress(result);
    if (!operation.wait_for_room()) return static_cast<int>(operation.give_up(0));
  }
}

long become_real(int descriptor) {
  Opened* what = opened(descriptor);
  const NetworkSocket& ours = *what->network;
  const long flags = raw_call(__NR_fcntl, descriptor, F_GETFL);
  const long on_exec = raw_call(__NR_fcntl, descriptor, F_GETFD);
  const long made = raw_call(__NR_socket, ours.family, ours.type, 0);
  if (made < 0) return made;
  raw_call(__NR_fcntl, made, F_SETFL, flags);
  raw_call(__NR_dup3, made, descriptor, (on_exec & FD_CLOEXEC) != 0 ? O_CLOEXEC : 0);
  raw_call(__NR_close, made);
  for (int i = 0; i < ours.option_count; ++i) {
    const SocketOption& option = ours.options[i];
    raw_call(__NR_setsockopt, descriptor, option.level, option.name, reinterpret_cast<long>(&option.value),
             sizeof(int));
  }
  what->network = nullptr;
  what->from_outside = true;
  return 0;
}

}  // namespace sleave::rt
