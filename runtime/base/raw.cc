#include "runtime/base/raw.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/mman.h>

#include "runtime/base/fatal.h"
#include "runtime/base/kept_mappings.h"

namespace sleave::rt {

KeptMappings* kept_mappings;

namespace {

void* kept_from_an_earlier_run(std::size_t bytes, void* at) {
  for (std::uint32_t i = 0; i < kept_mappings->count; ++i) {
    KeptMappings::Entry& entry = kept_mappings->entries[i];
    if (entry.used || entry.bytes != bytes || entry.anywhere != (at == nullptr)) continue;
    if (at != nullptr && entry.begin != at) continue;
    entry.used = true;
    return entry.begin;
  }
  return nullptr;
}

void keep_mapping(char* begin, std::size_t bytes, bool anywhere) {
  if (kept_mappings->count == KeptMappings::kMost) return;
  kept_mappings->entries[kept_mappings->count++] = {begin, bytes, anywhere, true};
  kept_mappings->bytes += bytes;
  kept_mappings->added(begin, bytes);
}

}  // namespace

void raw_futex_wait(std::uint32_t* word, std::uint32_t expected) {
  raw_call(__NR_futex, reinterpret_cast<long>(word), FUTEX_WAIT_PRIVATE, expected);
}

void raw_futex_wake(std::uint32_t* word) { raw_call(__NR_futex, reinterpret_cast<long>(word), FUTEX_WAKE_PRIVATE, 1); }

void* raw_map(std::size_t bytes, void* at) {
  if (kept_mappings != nullptr) {
    if (void* kept = kept_from_an_earlier_run(bytes, at)) return kept;
  }
  const int where = at != nullptr ? MAP_FIXED_NOREPLACE : 0;
  const long result = raw_call(__NR_mmap, reinterpret_cast<long>(at), static_cast<long>(bytes), PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | where, -1, 0);
  if (result < 0 && result > -4096) fatal("cannot map memory", static_cast<int>(-result));
  if (at != nullptr && reinterpret_cast<void*>(result) != at) fatal("the address range of a thread is taken", 0);
  if (kept_mappings != nullptr) keep_mapping(reinterpret_cast<char*>(result), bytes, at == nullptr);
  return reinterpret_cast<void*>(result);
}

bool is_mapped(std::uintptr_t address) {
  unsigned char resident;
  const std::uintptr_t page = address / kSystemPageBytes * kSystemPageBytes;
  return raw_call(__NR_mincore, static_cast<long>(page), 1, reinterpret_cast<long>(&resident)) == 0;
}

void raw_exit(int code) {
  for (;;) raw_call(__NR_exit_group, code);
}

bool raw_write(int descriptor, const void* data, std::size_t bytes) {
  const char* next = static_cast<const char*>(data);
  while (bytes > 0) {
    const long n = raw_call(__NR_write, descriptor, reinterpret_cast<long>(next), static_cast<long>(bytes));
    if (n == -EINTR) continue;
    if (n <= 0) return false;
    next += n;
    bytes -= static_cast<std::size_t>(n);
  }
  return true;
}

bool raw_read(int descriptor, void* data, std::size_t bytes) {
  char* next = static_cast<char*>(data);
  while (bytes > 0) {
    const long n = raw_call(__NR_read, descriptor, reinterpret_cast<long>(next), static_cast<long>(bytes));
    if (n == -EINTR) continue;
    if (n <= 0) return false;
    next += n;
    bytes -= static_cast<std::size_t>(n);
  }
  return true;
}

}  // namespace sleave::rt
