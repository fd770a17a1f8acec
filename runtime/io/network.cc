#include "runtime/io/network.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "runtime/base/arena.h"
#include "runtime/base/raw.h"

namespace sleave::rt {

namespace {

constexpr std::uint16_t kFirstFreePort = 40'001;
constexpr std::uint16_t kLastFreePort = 60'999;
constexpr int kSocketTypeMask = 0xf;
constexpr std::size_t kNameBegin = offsetof(sockaddr_un, sun_path);

// After the zero byte that keeps a name out of the file system: "sleave", the process, then this.
struct NameTail {
  char type;
  char family;
  std::uint16_t port;
};
struct Name {
  char head[8];
  std::uint32_t process;
  NameTail tail;
};
constexpr char kHead[8] = {0, 's', 'l', 'e', 'a', 'v', 'e', ':'};

std::uint16_t last_given = kFirstFreePort - 1;
std::uint32_t joined;  // process whose network it is; 0: this one
bool has_listener;
bool closed;

bool is_loopback(std::uint32_t address) { return address >> 24 == 127; }

void read_address(const sockaddr_in& from, Endpoint* to) {
  const std::uint32_t address = ntohl(from.sin_addr.s_addr);
  *to = {AF_INET, ntohs(from.sin_port), address == INADDR_ANY, address != INADDR_ANY && !is_loopback(address), false};
}

void read_address(const sockaddr_in6& from, Endpoint* to) {
  const in6_addr& address = from.sin6_addr;
  const bool any = IN6_IS_ADDR_UNSPECIFIED(&address) != 0;
  const bool mapped = IN6_IS_ADDR_V4MAPPED(&address) != 0;
  const bool loopback = IN6_IS_ADDR_LOOPBACK(&address) != 0 || (mapped && address.s6_addr[12] == 127);
  *to = {mapped ? AF_INET : AF_INET6, ntohs(from.sin6_port), any, !any && !loopback, mapped};
}

}  // namespace

void join_network(std::uint32_t process) { joined = process; }

void close_network() { closed = true; }
bool network_is_closed() { return closed; }

void note_listener() { has_listener = true; }
bool somebody_listens() { return has_listener; }

bool belongs_to_network(int family, int type, int protocol) {
  if (family != AF_INET && family != AF_INET6) return false;
  switch (type & kSocketTypeMask) {
    case SOCK_STREAM:
      return protocol == 0 || protocol == IPPROTO_TCP;
    case SOCK_DGRAM:
      return protocol == 0 || protocol == IPPROTO_UDP;
    default:
      return false;
  }
}

NetworkSocket* new_network_socket(int family, int type) {
  NetworkSocket* socket = arena_new<NetworkSocket>();
  socket->family = family;
  socket->type = type & kSocketTypeMask;
  return socket;
}

bool read_endpoint(const NetworkSocket& socket, const sockaddr* address, socklen_t size, Endpoint* endpoint,
                   int* error) {
  const socklen_t whole = socket.family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
  *error = EINVAL;
  if (address == nullptr || size < sizeof(sa_family_t)) return false;
  if (socket.family == AF_INET6 && address->sa_family == AF_INET && size >= sizeof(sockaddr_in)) {
    *error = EAFNOSUPPORT;
    return false;
  }
  if (size < (socket.family == AF_INET6 ? 24 : whole)) return false;  // RFC 2133 had no scope
  *error = EAFNOSUPPORT;
  if (address->sa_family != socket.family) return false;
  if (socket.family == AF_INET) {
    read_address(*reinterpret_cast<const sockaddr_in*>(address), endpoint);
  } else {
    read_address(*reinterpret_cast<const sockaddr_in6*>(address), endpoint);
  }
  return true;
}

socklen_t endpoint_name(int type, const Endpoint& endpoint, sockaddr_un* name) {
  Name content = {};
  memcpy(content.head, kHead, sizeof kHead);
  content.process = joined != 0 ? joined : static_cast<std::uint32_t>(raw_call(__NR_getpid));
  content.tail = {type == SOCK_STREAM ? 't' : 'u', endpoint.family == AF_INET ? '4' : '6', endpoint.port};
  name->sun_family = AF_UNIX;
  memcpy(name->sun_path, &content, sizeof content);
  return kNameBegin + sizeof content;
}

Endpoint named_endpoint(const sockaddr_un& name, socklen_t size) {
  Name content;
  if (size != kNameBegin + sizeof content) return {};
  memcpy(&content, name.sun_path, sizeof content);
  if (memcmp(content.head, kHead, sizeof kHead) != 0) return {};
  return {content.tail.family == '4' ? AF_INET : AF_INET6, content.tail.port, false, false, false};
}

void write_endpoint(const NetworkSocket& socket, const Endpoint& endpoint, sockaddr* address, socklen_t* size) {
  if (address == nullptr || size == nullptr) return;
  sockaddr_in6 six = {};
  sockaddr_in four = {};
  const void* from = &four;
  socklen_t whole = sizeof four;
  if (socket.family == AF_INET) {
    four.sin_family = AF_INET;
    four.sin_port = htons(endpoint.port);
    four.sin_addr.s_addr = htonl(endpoint.any ? INADDR_ANY : INADDR_LOOPBACK);
  } else {
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(endpoint.port);
    const unsigned char mapped[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127, 0, 0, 1};
    if (!endpoint.any && endpoint.family == AF_INET) memcpy(&six.sin6_addr, mapped, sizeof mapped);
    if (!endpoint.any && endpoint.family != AF_INET) six.sin6_addr = in6addr_loopback;
    from = &six;
    whole = sizeof six;
  }
  memcpy(address, from, *size < whole ? *size : whole);
  *size = whole;
}

long read_result(const NetworkSocket* socket, long result) {
  return socket != nullptr && socket->type == SOCK_STREAM && result == -EINVAL ? -ENOTCONN : result;
}

long write_result(const NetworkSocket* socket, long result) {
  return socket != nullptr && socket->type == SOCK_STREAM && result == -ENOTCONN ? -EPIPE : result;
}

long bind_to_free_port(int descriptor, NetworkSocket& socket) {
  if (socket.bound) return 0;
  for (std::uint32_t tries = 0; tries <= kLastFreePort - kFirstFreePort; ++tries) {
    last_given = last_given == kLastFreePort ? kFirstFreePort : static_cast<std::uint16_t>(last_given + 1);
    sockaddr_un name;
    const socklen_t size = endpoint_name(socket.type, {socket.family, last_given, false, false, false}, &name);
    const long result = raw_call(__NR_bind, descriptor, reinterpret_cast<long>(&name), size);
    socket.bound = result == 0;
    if (result != -EADDRINUSE) return result;
  }
  return -EADDRINUSE;
}

}  // namespace sleave::rt
