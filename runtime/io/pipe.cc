// Pipes and event counters.
#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/open.h"
#include "runtime/sanitize/asan.h"

using namespace sleave::rt;

SLEAVE_EXPORT int pipe2(int* ends, int flags) noexcept {
  if (!controlled()) return REAL(pipe2)(ends, flags);
  return open_two(SLEAVE_DESCRIPTOR_pipe, ends, SLEAVE_SITE_HERE,
                  [&](int* numbers) { return raw_call(__NR_pipe2, reinterpret_cast<long>(numbers), flags); });
}

SLEAVE_EXPORT int pipe(int* ends) noexcept {
  if (!controlled() || called_by_sanitizer(SLEAVE_SITE_HERE)) return REAL(pipe)(ends);
  return open_two(SLEAVE_DESCRIPTOR_pipe, ends, SLEAVE_SITE_HERE,
                  [](int* numbers) { return raw_call(__NR_pipe2, reinterpret_cast<long>(numbers), 0); });
}

SLEAVE_EXPORT int eventfd(unsigned count, int flags) noexcept {
  if (!controlled()) return REAL(eventfd)(count, flags);
  return open_one(SLEAVE_DESCRIPTOR_event, SLEAVE_SITE_HERE, [&] { return raw_call(__NR_eventfd2, count, flags); });
}

// libc's own go to the kernel past our read and write.
SLEAVE_EXPORT int eventfd_read(int descriptor, eventfd_t* value) {
  return read(descriptor, value, sizeof *value) == sizeof *value ? 0 : -1;
}

SLEAVE_EXPORT int eventfd_write(int descriptor, eventfd_t value) {
  return write(descriptor, &value, sizeof value) == sizeof value ? 0 : -1;
}
