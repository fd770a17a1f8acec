// Sources of randomness. Reads of the random device are made, for their result, and then filled from here. Each thread
// draws from a sequence of its own, named by its spawn path, so that what it gets does not depend on the interleaving.
// std::random_device reads a processor instruction inside libstdc++: its member function is replaced.
#include "runtime/process/chance.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "runtime/base/random.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/record.h"
#include "runtime/state/thread.h"

extern "C" {
std::uint32_t arc4random(void) noexcept;
void arc4random_buf(void* buffer, std::size_t bytes) noexcept;
std::uint32_t arc4random_uniform(std::uint32_t bound) noexcept;
unsigned _ZNSt13random_device9_M_getvalEv(void* self);
}

namespace sleave::rt {

namespace {
constexpr unsigned kKnownFlags = GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE;

std::uint64_t next_chance() {
  Thread& self = *runtime.current;
  return mix(self.path_hash, ++self.chances);
}
}  // namespace

void fill_by_chance(void* buffer, std::size_t bytes, std::uintptr_t site) {
  char* out = static_cast<char*>(buffer);
  for (std::size_t done = 0; done < bytes; done += 8) {
    const std::uint64_t word = next_chance();
    memcpy(out + done, &word, bytes - done < 8 ? bytes - done : 8);
  }
  EventRecord event_record{SLEAVE_EV_random_read, site};
  event_record.value = bytes;
  record_note(event_record);
}

void fill_parts_by_chance(const iovec* parts, std::size_t count, long bytes, std::uintptr_t site) {
  auto left = static_cast<std::size_t>(bytes > 0 ? bytes : 0);
  for (std::size_t i = 0; i < count && left != 0; ++i) {
    const std::size_t here = parts[i].iov_len < left ? parts[i].iov_len : left;
    fill_by_chance(parts[i].iov_base, here, site);
    left -= here;
  }
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT ssize_t getrandom(void* buffer, std::size_t bytes, unsigned flags) {
  if (!controlled() || (flags & ~kKnownFlags) != 0) return REAL(getrandom)(buffer, bytes, flags);  // for its error
  fill_by_chance(buffer, bytes, SLEAVE_SITE_HERE);
  return static_cast<ssize_t>(bytes);
}

SLEAVE_EXPORT int getentropy(void* buffer, std::size_t bytes) {
  if (!controlled()) return REAL(getentropy)(buffer, bytes);
  if (bytes > 256) {
    errno = EIO;
    return -1;
  }
  fill_by_chance(buffer, bytes, SLEAVE_SITE_HERE);
  return 0;
}

SLEAVE_EXPORT std::uint32_t arc4random() noexcept {
  if (!controlled()) return REAL(arc4random)();
  std::uint32_t value;
  fill_by_chance(&value, sizeof value, SLEAVE_SITE_HERE);
  return value;
}

SLEAVE_EXPORT void arc4random_buf(void* buffer, std::size_t bytes) noexcept {
  if (!controlled()) return REAL(arc4random_buf)(buffer, bytes);
  fill_by_chance(buffer, bytes, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT std::uint32_t arc4random_uniform(std::uint32_t bound) noexcept {
  if (!controlled()) return REAL(arc4random_uniform)(bound);
  std::uint32_t value;
  fill_by_chance(&value, sizeof value, SLEAVE_SITE_HERE);
  return bound < 2 ? 0 : value % bound;
}

SLEAVE_EXPORT unsigned _ZNSt13random_device9_M_getvalEv(void* self) {
  if (!controlled()) return REAL(_ZNSt13random_device9_M_getvalEv)(self);
  unsigned value;
  fill_by_chance(&value, sizeof value, SLEAVE_SITE_HERE);
  return value;
}
