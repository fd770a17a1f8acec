// fopen and freopen: libc opens files without a call that we see, so the overlay opens them first.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "runtime/base/raw.h"
#include "runtime/base/text.h"
#include "runtime/file_calls/file_call.h"
#include "runtime/io/control.h"
#include "runtime/record/escape.h"

namespace sleave::rt {
namespace {

constexpr std::size_t kModeBytes = 16;

// Of a mode like "r+e": the flags of open(), or -EINVAL.
long flags_of(const char* mode) {
  int flags = 0;
  switch (*mode) {
    case 'r':
      flags = O_RDONLY;
      break;
    case 'w':
      flags = O_WRONLY | O_CREAT | O_TRUNC;
      break;
    case 'a':
      flags = O_WRONLY | O_CREAT | O_APPEND;
      break;
    default:
      return -EINVAL;
  }
  for (int i = 1; i < 7 && mode[i] != 0 && mode[i] != ','; ++i) {  // as many as glibc looks at
    if (mode[i] == '+') flags = (flags & ~O_ACCMODE) | O_RDWR;
    if (mode[i] == 'x') flags |= O_EXCL;
    if (mode[i] == 'e') flags |= O_CLOEXEC;
  }
  return flags;
}

FILE* open_stream(const char* path, const char* mode, sleave_intercept function, std::uintptr_t site) {
  const long flags = as_libc(flags_of(mode));
  if (flags < 0) return nullptr;
  const int number = open_through_overlay(AT_FDCWD, path, static_cast<int>(flags), 0666, function, site);
  if (number < 0) return nullptr;
  FILE* stream = fdopen(number, mode);
  if (stream == nullptr) close_descriptor(number, site);
  return stream;
}

// The file is there now and empty if it has to be.
void mode_for_existing(const char* mode, char* to) {
  std::size_t used = 0;
  for (; *mode != 0 && used + 1 < kModeBytes; ++mode) {
    if (*mode != 'x') to[used++] = *mode;
  }
  to[used] = 0;
}

// libc opens the overlay's descriptor once more, and puts it where the stream was.
FILE* reopen_stream(const char* path, const char* mode, FILE* stream, sleave_intercept function, std::uintptr_t site) {
  const long flags = as_libc(flags_of(mode));
  const int number =
      flags < 0 ? -1 : open_through_overlay(AT_FDCWD, path, static_cast<int>(flags) | O_CLOEXEC, 0666, function, site);
  const int before = fileno(stream);
  if (number < 0) {
    const int problem = errno;
    fclose(stream);
    errno = problem;
    return nullptr;
  }
  char link[64];
  Text(link, sizeof link).add("/proc/self/fd/").add(static_cast<std::uint64_t>(number));
  char plain_mode[kModeBytes];
  mode_for_existing(mode, plain_mode);
  FILE* result = REAL(freopen)(link, plain_mode, stream);
  if (result != nullptr && controlled()) replace_descriptor(fileno(result), opened(number));
  if (result != nullptr && fileno(result) != before && controlled()) remove_descriptor(before);
  close_descriptor(number, site);
  return result;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT FILE* fopen(const char* path, const char* mode) {
  if (uses_overlay()) return open_stream(path, mode, SLEAVE_CALL_fopen, SLEAVE_SITE_HERE);
  if (controlled()) record_uncontrolled(SLEAVE_CALL_fopen, SLEAVE_SITE_HERE);
  return REAL(fopen)(path, mode);
}

SLEAVE_EXPORT FILE* fopen64(const char* path, const char* mode) {
  if (uses_overlay()) return open_stream(path, mode, SLEAVE_CALL_fopen64, SLEAVE_SITE_HERE);
  if (controlled()) record_uncontrolled(SLEAVE_CALL_fopen64, SLEAVE_SITE_HERE);
  return REAL(fopen64)(path, mode);
}

SLEAVE_EXPORT FILE* freopen(const char* path, const char* mode, FILE* stream) {
  if (uses_overlay() && path != nullptr) {
    return reopen_stream(path, mode, stream, SLEAVE_CALL_freopen, SLEAVE_SITE_HERE);
  }
  if (controlled()) record_uncontrolled(SLEAVE_CALL_freopen, SLEAVE_SITE_HERE);
  return REAL(freopen)(path, mode, stream);
}

SLEAVE_EXPORT FILE* freopen64(const char* path, const char* mode, FILE* stream) {
  if (uses_overlay() && path != nullptr) {
    return reopen_stream(path, mode, stream, SLEAVE_CALL_freopen64, SLEAVE_SITE_HERE);
  }
  if (controlled()) record_uncontrolled(SLEAVE_CALL_freopen64, SLEAVE_SITE_HERE);
  return REAL(freopen64)(path, mode, stream);
}
