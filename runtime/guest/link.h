// The program (host) and a client (guest) are two processes that never run at the same time: the host says
// when the guest continues, and waits until it stops again.
//
// A guest is a run of its own, under exec isolation: its explorer is the host. It stops before every call on a
// descriptor, the only means by which the two affect each other, and where none of its threads can continue. To the
// host's scheduler it is one more thread (host.cc), whose events are these steps: so plans, replay and minimizing know
// about clients without further care. Virtual time is handed over with the turn, and the network is the host's.
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <cstdint>

namespace sleave::rt {

enum class GuestCommand : std::uint32_t {
  look,       // can it continue now?
  continues,  // it is its turn
};

struct ToGuest {
  GuestCommand command;
  std::uint32_t reserved;
  std::uint64_t passed;  // virtual time, as VirtualClock
  std::uint64_t worked;
  std::uint64_t used;  // calls on descriptors by others
};

struct ToHost {
  std::uint64_t can_continue;
  std::uint64_t deadline;  // when it can if nothing else happens; kNoDeadline: never
  std::uint64_t passed;
  std::uint64_t worked;
  std::uint64_t events;  // it has made
};

// Where the host awaits guest `number`.
socklen_t link_name(std::uint32_t process, std::uint32_t number, sockaddr_un* name);

}  // namespace sleave::rt
