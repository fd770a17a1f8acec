// fcntl and ioctl.
#include "runtime/io/control.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/io/lock.h"

extern "C" int fcntl64(int descriptor, int command, ...);

namespace sleave::rt {

namespace {

// Contents of the overlay are in memory, which can be sealed; files of the disk cannot.
bool has_content(int descriptor) {
  const Opened* what = opened(descriptor);
  return what != nullptr && what->file != nullptr;
}

long with_shown_flags(int descriptor, long flags) {
  const Opened* what = opened(descriptor);
  return flags < 0 || what == nullptr ? flags : flags | what->shown_flags;
}

int fcntl_call(int descriptor, int command, long argument, std::uintptr_t site) {
  const auto attempt = [&](int number) { return raw_call(__NR_fcntl, number, command, argument); };
  switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
      return duplicate_from(descriptor, static_cast<int>(argument), command == F_DUPFD_CLOEXEC, site);
    case F_SETLKW:
    case F_OFD_SETLKW:
    case F_SETLK:
    case F_OFD_SETLK:
      return lock_record(descriptor, command, reinterpret_cast<struct flock*>(argument), site);
    case F_GETFL:
      return inquire(descriptor, site, [&](int number) { return with_shown_flags(number, attempt(number)); });
    case F_GETFD:
    case F_GETOWN:
      return inquire(descriptor, site, attempt);
    case F_GET_SEALS:
    case F_ADD_SEALS:
      return control(descriptor, site, [&](int number) { return has_content(number) ? -EINVAL : attempt(number); });
    default:
      return control(descriptor, site, attempt);
  }
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

// All arguments are integers or pointers: one word.
#define ONE_MORE_ARGUMENT(after)            \
  va_list list;                             \
  va_start(list, after);                    \
  const long argument = va_arg(list, long); \
  va_end(list)

SLEAVE_EXPORT int fcntl(int descriptor, int command, ...) {
  ONE_MORE_ARGUMENT(command);
  if (!controlled()) return REAL(fcntl)(descriptor, command, argument);
  return fcntl_call(descriptor, command, argument, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int fcntl64(int descriptor, int command, ...) {
  ONE_MORE_ARGUMENT(command);
  if (!controlled()) return REAL(fcntl64)(descriptor, command, argument);
  return fcntl_call(descriptor, command, argument, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int ioctl(int descriptor, unsigned long request, ...) noexcept {
  ONE_MORE_ARGUMENT(request);
  if (!controlled()) return REAL(ioctl)(descriptor, request, argument);
  const auto attempt = [&](int number) { return raw_call(__NR_ioctl, number, static_cast<long>(request), argument); };
  if (request == FIONREAD) return inquire(descriptor, SLEAVE_SITE_HERE, attempt);
  return control(descriptor, SLEAVE_SITE_HERE, attempt);
}
