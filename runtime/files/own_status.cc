#include "runtime/files/own_status.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/base/raw.h"
#include "runtime/base/text.h"
#include "runtime/sched/scheduler.h"
#include "runtime/state/clock.h"

namespace sleave::rt {

namespace {

constexpr std::uint64_t kPages = 1 << 16;          // of address space
constexpr std::uint64_t kResidentPages = 1 << 12;  // of memory
constexpr std::uint64_t kPageBytes = 4096;
constexpr std::uint64_t kTick = 10'000'000;  // nanoseconds
constexpr int kDefaultPriority = 20;

void zeros(Text& text, int count) {
  for (int i = 0; i < count; ++i) text.add(" 0");
}

void number(Text& text, std::uint64_t value) { text.add(" ").add(value); }

// The fields of proc(5), in its order.
void write_stat(Text& text) {
  text.add(static_cast<std::uint64_t>(getpid())).add(" (").add(program_invocation_short_name, 15);
  text.add(runtime.current->index == 0 ? ") R" : ") S");  // of the main thread
  number(text, static_cast<std::uint64_t>(getppid()));
  number(text, static_cast<std::uint64_t>(getpid()));  // its group
  number(text, static_cast<std::uint64_t>(getpid()));  // and session
  zeros(text, 7);                                      // terminal, flags, page faults
  number(text, virtual_clock.worked / kTick);
  zeros(text, 3);  // other processor times
  number(text, kDefaultPriority);
  zeros(text, 1);  // nice
  number(text, scheduler.live_count());
  zeros(text, 2);  // start
  number(text, kPages * kPageBytes);
  number(text, kResidentPages);
  text.add(" 18446744073709551615");
  zeros(text, 12);  // addresses, signals, swap
  text.add(" 17");  // SIGCHLD
  zeros(text, 14);  // processor, policy, addresses, exit code
  text.add("\n");
}

void write_statm(Text& text) {
  text.add(kPages);
  number(text, kResidentPages);
  zeros(text, 3);
  number(text, kResidentPages);
  text.add(" 0\n");
}

bool is_stat(const char* path) { return strcmp(path, "/proc/self/stat") == 0; }
bool is_statm(const char* path) { return strcmp(path, "/proc/self/statm") == 0; }

bool write_all(long file, const char* text, std::size_t bytes) {
  return raw_call(__NR_write, file, reinterpret_cast<long>(text), static_cast<long>(bytes)) == static_cast<long>(bytes);
}

}  // namespace

bool is_own_status(const char* path) { return is_stat(path) || is_statm(path); }

long open_own_status(const char* path, int flags) {
  char buffer[512];
  Text text(buffer, sizeof buffer);
  if (is_stat(path)) {
    write_stat(text);
  } else {
    write_statm(text);
  }
  const long made = raw_call(__NR_memfd_create, reinterpret_cast<long>("status"), MFD_CLOEXEC);
  if (made < 0) return made;
  char link[64];
  Text(link, sizeof link).add("/proc/self/fd/").add(static_cast<std::uint64_t>(made));
  const bool written = write_all(made, buffer, text.size());
  const long file =
      written ? raw_call(__NR_open, reinterpret_cast<long>(link), O_RDONLY | (flags & O_CLOEXEC)) : -ENOMEM;
  raw_call(__NR_close, made);
  return file;
}

}  // namespace sleave::rt
