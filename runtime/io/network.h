// The program's own network.
//
// TCP and UDP on the loopback device are not fit for a controlled run: the kernel delivers when it finds the time,
// ports are random, and two runs at once take each other's. So an Internet socket is made as a socket of the Unix
// domain, where everything happens within the call, and its address is kept in the name it is bound to: one name for
// each protocol, family and port, which begins with the number of the process, so each run has a network to itself.
// Clients join that of the program. Names turn into addresses again wherever the program sees one.
//
// A program may also speak to other processes: connecting to or binding an address that is not this machine's loopback,
// or connecting to a port that nobody of the program listens on, turns the socket into a real one.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cstdint>

namespace sleave::rt {

struct Opened;

// An Internet address as far as this network knows it.
struct Endpoint {
  int family;  // AF_INET, AF_INET6; 0: none
  std::uint16_t port;
  bool any;      // 0.0.0.0, ::
  bool foreign;  // neither that nor loopback
  bool mapped;   // an IPv4 address in IPv6 clothes
};

struct SocketOption {
  int level;
  int name;
  int value;
};

struct NetworkSocket {
  int family;
  int type;  // SOCK_STREAM, SOCK_DGRAM
  bool bound;
  bool bound_to_any;
  Endpoint peer;             // datagrams: where connect() pointed to
  SocketOption options[16];  // of the protocols; those of the socket are the kernel's
  int option_count;
};

// Uses the network of this process instead of an own one.
void join_network(std::uint32_t process);

// All clients are part of the run: nobody else will ever connect.
void close_network();
bool network_is_closed();

// A socket listens now; whether one does.
void note_listener();
bool somebody_listens();

// Whether socket() makes one of ours of these arguments.
bool belongs_to_network(int family, int type, int protocol);
NetworkSocket* new_network_socket(int family, int type);

// False: the address is malformed or of another family; *error says which.
bool read_endpoint(const NetworkSocket& socket, const sockaddr* address, socklen_t size, Endpoint* endpoint,
                   int* error);

// The name of an endpoint in the kernel.
socklen_t endpoint_name(int type, const Endpoint& endpoint, sockaddr_un* name);

// The endpoint of a name, or one of family 0.
Endpoint named_endpoint(const sockaddr_un& name, socklen_t size);

// Writes an endpoint as the socket's family has it, cut to *size like the kernel does.
void write_endpoint(const NetworkSocket& socket, const Endpoint& endpoint, sockaddr* address, socklen_t* size);

// What an Internet socket says where one of the Unix domain says something else: to a read or a write of a stream that
// is not connected.
long read_result(const NetworkSocket* socket, long result);
long write_result(const NetworkSocket* socket, long result);

// Gives a socket a port if it has none yet. 0, or a negative error.
long bind_to_free_port(int descriptor, NetworkSocket& socket);

}  // namespace sleave::rt
