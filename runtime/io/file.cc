// open. With --files=real a regular file that is only read is an input like the command line, and passes; everything
// else from outside is noted.
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>

#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/operation.h"
#include "runtime/files/overlay.h"
#include "runtime/record/escape.h"

extern "C" {
int __open_2(const char* path, int flags);
int __open64_2(const char* path, int flags);
int __openat_2(int folder, const char* path, int flags);
int __openat64_2(int folder, const char* path, int flags);
}

namespace sleave::rt {

namespace {

int open_at(int folder, const char* path, int flags, unsigned mode, sleave_intercept function, std::uintptr_t site) {
  if (uses_overlay()) return open_through_overlay(folder, path, flags, mode, function, site);
  Operation operation(SLEAVE_EV_descriptor_open, table_name(), site);
  operation.go();
  const long number = raw_call(__NR_openat, folder, reinterpret_cast<long>(path), flags, mode);
  if (number >= 0) {
    add_descriptor(static_cast<int>(number), nullptr);  // looked at when used
    const Opened* what = opened(static_cast<int>(number));
    const bool only_read = (flags & (O_ACCMODE | O_CREAT | O_TRUNC)) == O_RDONLY;
    if (what == nullptr || (!what->quiet && !what->random) || (!only_read && what->kind == SLEAVE_DESCRIPTOR_file)) {
      record_uncontrolled(function, site);
    }
  }
  return static_cast<int>(operation.finish(number));
}

bool is_for_us() { return controlled() || uses_overlay(); }

bool has_mode(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

#define MODE_IF_ANY(flags)         \
  unsigned mode = 0;               \
  if (has_mode(flags)) {           \
    va_list list;                  \
    va_start(list, flags);         \
    mode = va_arg(list, unsigned); \
    va_end(list);                  \
  }

SLEAVE_EXPORT int open(const char* path, int flags, ...) {
  MODE_IF_ANY(flags)
  if (!is_for_us()) return REAL(open)(path, flags, mode);
  return open_at(AT_FDCWD, path, flags, mode, SLEAVE_CALL_open, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int open64(const char* path, int flags, ...) {
  MODE_IF_ANY(flags)
  if (!is_for_us()) return REAL(open64)(path, flags, mode);
  return open_at(AT_FDCWD, path, flags, mode, SLEAVE_CALL_open64, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int openat(int folder, const char* path, int flags, ...) {
  MODE_IF_ANY(flags)
  if (!is_for_us()) return REAL(openat)(folder, path, flags, mode);
  return open_at(folder, path, flags, mode, SLEAVE_CALL_openat, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int openat64(int folder, const char* path, int flags, ...) {
  MODE_IF_ANY(flags)
  if (!is_for_us()) return REAL(openat64)(folder, path, flags, mode);
  return open_at(folder, path, flags, mode, SLEAVE_CALL_openat64, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int creat(const char* path, mode_t mode) {
  if (!is_for_us()) return REAL(creat)(path, mode);
  return open_at(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode, SLEAVE_CALL_creat, SLEAVE_SITE_HERE);
}

// As checked by the compiler: no mode.
SLEAVE_EXPORT int __open_2(const char* path, int flags) {
  if (!is_for_us() || has_mode(flags)) return REAL(__open_2)(path, flags);
  return open_at(AT_FDCWD, path, flags, 0, SLEAVE_CALL_open, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int __open64_2(const char* path, int flags) {
  if (!is_for_us() || has_mode(flags)) return REAL(__open64_2)(path, flags);
  return open_at(AT_FDCWD, path, flags, 0, SLEAVE_CALL_open64, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int __openat_2(int folder, const char* path, int flags) {
  if (!is_for_us() || has_mode(flags)) return REAL(__openat_2)(folder, path, flags);
  return open_at(folder, path, flags, 0, SLEAVE_CALL_openat, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int __openat64_2(int folder, const char* path, int flags) {
  if (!is_for_us() || has_mode(flags)) return REAL(__openat64_2)(folder, path, flags);
  return open_at(folder, path, flags, 0, SLEAVE_CALL_openat64, SLEAVE_SITE_HERE);
}
