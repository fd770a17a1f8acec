// send, recv and their relatives.
#include <errno.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/parts.h"
#include "runtime/socket/message.h"
#include "runtime/state/thread.h"
#include "runtime/time/time.h"

extern "C" {
ssize_t __recv_chk(int descriptor, void* buffer, std::size_t bytes, std::size_t room, int flags);
ssize_t __recvfrom_chk(int descriptor, void* buffer, std::size_t bytes, std::size_t room, int flags, sockaddr* address,
                       socklen_t* size);
}

namespace sleave::rt {

namespace {

ssize_t send_to(int descriptor, const void* buffer, std::size_t bytes, int flags, const sockaddr* address,
                socklen_t size, std::uintptr_t site) {
  iovec part = {const_cast<void*>(buffer), bytes};
  msghdr message = {};
  message.msg_name = const_cast<sockaddr*>(address);
  message.msg_namelen = address != nullptr ? size : 0;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  return send_message(descriptor, message, flags, site);
}

ssize_t receive_from(int descriptor, void* buffer, std::size_t bytes, int flags, sockaddr* address, socklen_t* size,
                     std::uintptr_t site) {
  iovec part = {buffer, bytes};
  msghdr message = {};
  message.msg_name = size != nullptr ? address : nullptr;
  message.msg_namelen = message.msg_name != nullptr ? *size : 0;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  const long result = receive_message(descriptor, message, flags, site);
  if (result >= 0 && message.msg_name != nullptr) *size = message.msg_namelen;
  return result;
}

bool can_be_message(const msghdr* message) { return message != nullptr && message->msg_iovlen <= kMostParts; }

// As many messages as there are, or as are wanted; an error after the first is for the next call.
int receive_many(int descriptor, mmsghdr* messages, unsigned count, int flags, const timespec* time,
                 std::uintptr_t site) {
  const std::uint64_t deadline = time != nullptr ? deadline_after(*time) : kNoDeadline;
  unsigned done = 0;
  while (done < count) {
    const int more = done > 0 && (flags & MSG_WAITFORONE) != 0 ? MSG_DONTWAIT : 0;
    const long bytes = receive_message(descriptor, messages[done].msg_hdr, (flags & ~MSG_WAITFORONE) | more, site);
    if (bytes < 0) break;
    messages[done++].msg_len = static_cast<unsigned>(bytes);
    if (clock_now() >= deadline) break;
  }
  return done > 0 || count == 0 ? static_cast<int>(done) : -1;
}

int send_many(int descriptor, mmsghdr* messages, unsigned count, int flags, std::uintptr_t site) {
  unsigned done = 0;
  while (done < count) {
    const long bytes = send_message(descriptor, messages[done].msg_hdr, flags, site);
    if (bytes < 0) break;
    messages[done++].msg_len = static_cast<unsigned>(bytes);
  }
  return done > 0 || count == 0 ? static_cast<int>(done) : -1;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT ssize_t send(int descriptor, const void* buffer, std::size_t bytes, int flags) {
  if (!controlled()) return REAL(send)(descriptor, buffer, bytes, flags);
  return send_to(descriptor, buffer, bytes, flags, nullptr, 0, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t sendto(int descriptor, const void* buffer, std::size_t bytes, int flags, const sockaddr* address,
                             socklen_t size) {
  if (!controlled()) return REAL(sendto)(descriptor, buffer, bytes, flags, address, size);
  return send_to(descriptor, buffer, bytes, flags, address, size, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t sendmsg(int descriptor, const msghdr* message, int flags) {
  if (!controlled() || !can_be_message(message)) return REAL(sendmsg)(descriptor, message, flags);
  return send_message(descriptor, *message, flags, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int sendmmsg(int descriptor, mmsghdr* messages, unsigned count, int flags) {
  if (!controlled()) return REAL(sendmmsg)(descriptor, messages, count, flags);
  return send_many(descriptor, messages, count, flags, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t recv(int descriptor, void* buffer, std::size_t bytes, int flags) {
  if (!controlled()) return REAL(recv)(descriptor, buffer, bytes, flags);
  return receive_from(descriptor, buffer, bytes, flags, nullptr, nullptr, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t __recv_chk(int descriptor, void* buffer, std::size_t bytes, std::size_t room, int flags) {
  if (!controlled() || bytes > room) return REAL(__recv_chk)(descriptor, buffer, bytes, room, flags);
  return receive_from(descriptor, buffer, bytes, flags, nullptr, nullptr, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t recvfrom(int descriptor, void* buffer, std::size_t bytes, int flags, sockaddr* address,
                               socklen_t* size) {
  if (!controlled()) return REAL(recvfrom)(descriptor, buffer, bytes, flags, address, size);
  return receive_from(descriptor, buffer, bytes, flags, address, size, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t __recvfrom_chk(int descriptor, void* buffer, std::size_t bytes, std::size_t room, int flags,
                                     sockaddr* address, socklen_t* size) {
  if (!controlled() || bytes > room) return REAL(__recvfrom_chk)(descriptor, buffer, bytes, room, flags, address, size);
  return receive_from(descriptor, buffer, bytes, flags, address, size, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t recvmsg(int descriptor, msghdr* message, int flags) {
  if (!controlled() || !can_be_message(message)) return REAL(recvmsg)(descriptor, message, flags);
  return receive_message(descriptor, *message, flags, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int recvmmsg(int descriptor, mmsghdr* messages, unsigned count, int flags, timespec* time) {
  if (!controlled()) return REAL(recvmmsg)(descriptor, messages, count, flags, time);
  return receive_many(descriptor, messages, count, flags, time, SLEAVE_SITE_HERE);
}
