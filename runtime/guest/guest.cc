#include "runtime/guest/guest.h"

#include <fcntl.h>

#include "runtime/base/high_descriptor.h"
#include "runtime/base/raw.h"
#include "runtime/descriptor/operation.h"
#include "runtime/descriptor/table.h"
#include "runtime/guest/link.h"
#include "runtime/io/network.h"
#include "runtime/race/happens_before.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sched/sources.h"
#include "runtime/state/clock.h"

namespace sleave::rt {

bool is_guest;

namespace {

int link;
bool has_turn;  // and has not used a descriptor since
std::uint64_t used_by_others;

std::uint32_t read_number(const char** text) {
  std::uint32_t number = 0;
  for (; **text >= '0' && **text <= '9'; ++*text) number = number * 10 + static_cast<std::uint32_t>(**text - '0');
  return number;
}

void tell(bool can_continue, std::uint64_t deadline) {
  const ToHost state = {can_continue ? 1ull : 0ull, deadline, virtual_clock.passed, virtual_clock.worked,
                        scheduler.events()};
  if (!raw_write(link, &state, sizeof state)) raw_exit(0);
}

// The host is gone when the run is over.
GuestCommand next_command() {
  ToGuest command;
  if (!raw_read(link, &command, sizeof command)) raw_exit(0);
  virtual_clock.passed = command.passed;
  virtual_clock.worked = command.worked;
  if (command.used != used_by_others) others_used_descriptors();
  used_by_others = command.used;
  return command.command;
}

// What others did may have passed between threads of this process.
void order_with_others() {
  for (int number = next_known_descriptor(-1); number >= 0; number = next_known_descriptor(number)) {
    if (known_descriptor(number)->kind == SLEAVE_DESCRIPTOR_socket)
      hb_through_descriptor(known_descriptor(number)->name);
  }
}

void begin_turn() {
  has_turn = true;
  order_with_others();
}

}  // namespace

void become_guest(const char* host) {
  const std::uint32_t process = read_number(&host);
  ++host;
  sockaddr_un name;
  const socklen_t size = link_name(process, read_number(&host), &name);
  const long made = raw_call(__NR_socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const long high = raw_call(__NR_fcntl, made, F_DUPFD_CLOEXEC, kFirstHighDescriptor);
  raw_call(__NR_close, made);
  if (raw_call(__NR_connect, high, reinterpret_cast<long>(&name), size) != 0) raw_exit(0);
  link = static_cast<int>(high);
  join_network(process);
}

void guest_begins() {
  if (link == 0) return;
  is_guest = true;
  tell(true, kNoDeadline);
  while (next_command() != GuestCommand::continues) tell(true, kNoDeadline);
  begin_turn();
}

void guest_takes_turn() {
  while (!has_turn) {
    tell(true, kNoDeadline);
    if (next_command() == GuestCommand::continues) begin_turn();
  }
  has_turn = false;
}

void guest_waits(std::uint64_t deadline) {
  tell(false, deadline);
  while (next_command() != GuestCommand::continues) {
    ask_waiting_threads();
    tell(scheduler.anybody_can_continue(), deadline);
  }
  ask_waiting_threads();
  begin_turn();
}

}  // namespace sleave::rt
