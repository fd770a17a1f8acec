#include "runtime/socket/message.h"

#include <errno.h>
#include <sys/uio.h>

#include "runtime/base/raw.h"
#include "runtime/descriptor/buffers.h"
#include "runtime/descriptor/parts.h"
#include "runtime/io/network.h"
#include "runtime/io/short_read.h"
#include "runtime/io/transfer.h"
#include "runtime/socket/connect.h"
#include "runtime/socket/passed_descriptors.h"

namespace sleave::rt {

namespace {

long call_sendmsg(int number, const msghdr& message, int flags) {
  return raw_call(__NR_sendmsg, number, reinterpret_cast<long>(&message), flags);
}

long call_recvmsg(int number, msghdr& message, int flags) {
  return raw_call(__NR_recvmsg, number, reinterpret_cast<long>(&message), flags);
}

int type_of(int number) {
  int type = 0;
  socklen_t size = sizeof type;
  raw_call(__NR_getsockopt, number, SOL_SOCKET, SO_TYPE, reinterpret_cast<long>(&type), reinterpret_cast<long>(&size));
  return type;
}

// A datagram to a port of the program. Nobody there, or no room: it is lost, as UDP may.
long send_datagram(int number, NetworkSocket& socket, msghdr message, int flags) {
  Endpoint to = socket.peer;
  int error;
  if (message.msg_name != nullptr && message.msg_namelen != 0) {
    const auto* address = static_cast<const sockaddr*>(message.msg_name);
    if (!read_endpoint(socket, address, message.msg_namelen, &to, &error)) return -error;
  }
  if (to.family == 0) return -EDESTADDRREQ;
  if (to.foreign) {
    if (const long failed = become_real(number)) return failed;
    return call_sendmsg(number, message, flags);
  }
  if (const long failed = bind_to_free_port(number, socket)) return failed;
  if (to.any) to.family = socket.family;
  sockaddr_un name;
  message.msg_name = &name;
  message.msg_namelen = endpoint_name(socket.type, to, &name);
  const long result = call_sendmsg(number, message, flags | MSG_DONTWAIT);
  const bool lost = result == -ECONNREFUSED || result == -EAGAIN;
  return lost ? static_cast<long>(total_bytes(message.msg_iov, message.msg_iovlen)) : result;
}

// What the program gets to know of the sender.
void tell_sender(const NetworkSocket& socket, const sockaddr_un& name, msghdr& message, void* room, socklen_t size) {
  message.msg_name = room;
  message.msg_namelen = socket.type == SOCK_STREAM ? 0 : size;
  if (room == nullptr || socket.type == SOCK_STREAM) return;
  const Endpoint from = named_endpoint(name, sizeof(sa_family_t) + 16);
  write_endpoint(socket, from, static_cast<sockaddr*>(room), &message.msg_namelen);
}

long receive(int number, const Opened* what, msghdr& message, int flags) {
  const NetworkSocket* socket = what != nullptr ? what->network : nullptr;
  void* room = message.msg_name;
  const socklen_t size = message.msg_namelen;
  sockaddr_un name = {};
  if (socket != nullptr) {
    message.msg_name = &name;
    message.msg_namelen = sizeof name;
  }
  const long result = call_recvmsg(number, message, flags);
  if (socket != nullptr) tell_sender(*socket, name, message, room, size);
  if (result >= 0 && message.msg_controllen != 0) descriptors_received(message);
  return read_result(socket, result);
}

// MSG_WAITALL on a stream: as many receives as it takes.
long receive_all(Operation& operation, msghdr& message, int flags) {
  const std::size_t bytes = total_bytes(message.msg_iov, message.msg_iovlen);
  const std::uint64_t deadline = socket_deadline(operation.descriptor(), operation.what(), SO_RCVTIMEO);
  iovec rest[kMostParts];
  std::size_t done = 0;
  for (;;) {
    const bool there = operation.wait_for_input(deadline);
    msghdr piece = message;
    piece.msg_iov = rest;
    piece.msg_iovlen = rest_of_parts(message.msg_iov, message.msg_iovlen, done, rest);
    const long result =
        there ? receive(operation.descriptor(), operation.what(), piece, (flags & ~MSG_WAITALL) | MSG_DONTWAIT)
              : (runtime.current->interrupted ? -EINTR : -EAGAIN);
    if (result > 0) done += static_cast<std::size_t>(result);
    message.msg_flags = piece.msg_flags;
    if (result <= 0 || done == bytes) return operation.finish(done > 0 ? static_cast<long>(done) : result);
    operation.note_progress(result);
  }
}

}  // namespace

long send_message(int descriptor, const msghdr& message, int flags, std::uintptr_t site) {
  Operation operation(SLEAVE_EV_descriptor_write, descriptor, site);
  const Opened* what = operation.what();
  const bool outside = what == nullptr || what->from_outside;
  const bool at_once = outside || (flags & MSG_DONTWAIT) != 0 || is_nonblocking(descriptor);
  const std::size_t bytes = total_bytes(message.msg_iov, message.msg_iovlen);
  buffers_read(message.msg_iov, message.msg_iovlen, site);
  const long result = give(operation, at_once, bytes, [&](int number, std::size_t done) {
    NetworkSocket* socket = what != nullptr ? what->network : nullptr;
    if (socket != nullptr && socket->type == SOCK_DGRAM) return send_datagram(number, *socket, message, flags);
    msghdr piece = message;
    if (socket != nullptr) piece.msg_namelen = 0;  // TCP looks at no address
    if (piece.msg_namelen == 0) piece.msg_name = nullptr;
    iovec rest[kMostParts];
    if (done > 0) {
      piece.msg_iov = rest;
      piece.msg_iovlen = rest_of_parts(message.msg_iov, message.msg_iovlen, done, rest);
      piece.msg_controllen = 0;  // went with the first piece
    }
    return write_result(socket, call_sendmsg(number, piece, outside ? flags : flags | MSG_DONTWAIT));
  });
  if (result >= 0 && message.msg_controllen != 0) descriptors_sent(message);
  return result;
}

namespace {

// A plain receive from a stream may fall short by choice, like a read.
long receive_some(Operation& operation, msghdr& message, int flags) {
  if (message.msg_iovlen != 1 || message.msg_controllen != 0 || (flags & (MSG_PEEK | MSG_WAITALL)) != 0) {
    return receive(operation.descriptor(), operation.what(), message, flags);
  }
  iovec* const whole = message.msg_iov;
  iovec part = *whole;
  part.iov_len = bytes_to_read(operation.descriptor(), operation.what(), part.iov_len);
  message.msg_iov = &part;
  const long result = receive(operation.descriptor(), operation.what(), message, flags);
  message.msg_iov = whole;
  return result;
}

}  // namespace

long receive_message(int descriptor, msghdr& message, int flags, std::uintptr_t site) {
  Operation operation(SLEAVE_EV_descriptor_read, descriptor, site);
  note_outside(operation.what(), SLEAVE_CALL_recv, site);
  const bool at_once = (flags & (MSG_DONTWAIT | MSG_ERRQUEUE)) != 0 || reads_at_once(descriptor);
  const bool all = (flags & MSG_WAITALL) != 0 && (flags & MSG_PEEK) == 0;
  const auto attempt = [&](int) { return receive_some(operation, message, flags); };
  const long result = all && !at_once && type_of(descriptor) == SOCK_STREAM
                          ? receive_all(operation, message, flags)
                          : take(operation, at_once, attempt, (flags & MSG_PEEK) == 0);
  buffers_filled(message.msg_iov, message.msg_iovlen, result, site);
  return result;
}

}  // namespace sleave::rt
