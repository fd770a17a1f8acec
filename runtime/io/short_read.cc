#include "runtime/io/short_read.h"

#include <limits.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/record/record.h"
#include "runtime/sched/choose.h"
#include "runtime/state/thread.h"

namespace sleave::rt {

namespace {

bool is_stream(int descriptor, const Opened* what) {
  if (what == nullptr || what->from_outside) return false;
  if (what->kind == SLEAVE_DESCRIPTOR_pipe) return true;
  if (what->kind != SLEAVE_DESCRIPTOR_socket) return false;
  int type = 0;
  socklen_t size = sizeof type;
  raw_call(__NR_getsockopt, descriptor, SOL_SOCKET, SO_TYPE, reinterpret_cast<long>(&type),
           reinterpret_cast<long>(&size));
  return type == SOCK_STREAM;
}

std::size_t available(int descriptor) {
  int bytes = 0;
  raw_call(__NR_ioctl, descriptor, FIONREAD, reinterpret_cast<long>(&bytes));
  return bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
}

// A search has to know of how many bytes it was the choice.
std::size_t choose_short_by(std::size_t most) {
  if (most >= 2) record_operand(runtime.current->pending.site, nullptr, most, SLEAVE_CHOICE_short);
  return choose(SLEAVE_CHOICE_short, most);
}

}  // namespace

std::size_t bytes_to_read(int descriptor, const Opened* what, std::size_t wanted) {
  if (wanted < 2 || !is_stream(descriptor, what)) return wanted;
  const std::size_t there = available(descriptor);
  const std::size_t most = there < wanted ? there : wanted;
  const std::size_t short_by = choose_short_by(most);
  return short_by == 0 ? wanted : most - short_by;
}

std::size_t bytes_to_write(int descriptor, const Opened* what, std::size_t wanted) {
  if (wanted < 2 || !is_stream(descriptor, what)) return wanted;
  if (what->kind == SLEAVE_DESCRIPTOR_pipe && wanted <= PIPE_BUF) return wanted;
  return wanted - choose_short_by(wanted);
}

}  // namespace sleave::rt
