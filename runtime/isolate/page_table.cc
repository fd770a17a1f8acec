#include "runtime/isolate/page_table.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "runtime/base/high_descriptor.h"

namespace sleave::rt {

namespace {

constexpr std::uint64_t kPresent = 1ull << 63;
constexpr std::uint64_t kSwapped = 1ull << 62;
constexpr std::uint64_t kFilePage = 1ull << 61;
constexpr std::uint64_t kExclusive = 1ull << 56;

// PAGEMAP_SCAN as the kernel defines it; its header is newer than some systems.
struct ScanRegion {
  std::uint64_t begin;
  std::uint64_t end;
  std::uint64_t categories;
};
struct ScanRequest {
  std::uint64_t size;
  std::uint64_t flags;
  std::uint64_t begin;
  std::uint64_t end;
  std::uint64_t walk_end;
  std::uint64_t regions;
  std::uint64_t region_count;
  std::uint64_t most_pages;
  std::uint64_t category_inverted;
  std::uint64_t category_mask;
  std::uint64_t category_anyof_mask;
  std::uint64_t return_mask;
};
constexpr unsigned long kScan = 0xc0606610;  // _IOWR('f', 16, 96 bytes)
constexpr std::uint64_t kScanPresent = 1u << 3;
constexpr std::uint64_t kScanSwapped = 1u << 4;
static_assert(sizeof(ScanRequest) == 96);

// The first run of present pages in [begin, end); 0: none; below 0: the kernel cannot tell.
long scan(int descriptor, std::uintptr_t begin, std::uintptr_t end, ScanRegion& region) {
  ScanRequest request;
  memset(&request, 0, sizeof request);
  request.size = sizeof request;
  request.begin = begin;
  request.end = end;
  request.regions = reinterpret_cast<std::uint64_t>(&region);
  request.region_count = 1;
  request.category_anyof_mask = kScanPresent | kScanSwapped;
  request.return_mask = kScanPresent;
  return raw_call(__NR_ioctl, descriptor, static_cast<long>(kScan), reinterpret_cast<long>(&request));
}

}  // namespace

bool PageTable::open() {
  descriptor_ = open_high("/proc/self/pagemap");
  if (descriptor_ < 0) return false;
  // A page on this very stack was written just now.
  volatile char mark = 1;
  const auto page = reinterpret_cast<std::uintptr_t>(&mark) & ~(kPageBytes - 1);
  ScanRegion region;
  can_scan_ = scan(descriptor_, page, page + kPageBytes, region) == 1;
  return read(page, page + kPageBytes) == 1 && state_of(entries_[0]) == PageState::own;
}

PageTable::Part PageTable::next_part(std::uintptr_t begin, std::uintptr_t end) {
  if (!can_scan_ || end - begin < kSparse) return {begin, end};
  ScanRegion region;
  if (scan(descriptor_, begin, end, region) <= 0) return {end, end};
  return {region.begin, region.end};
}

std::size_t PageTable::read(std::uintptr_t page, std::uintptr_t end) {
  std::size_t n = (end - page) / kPageBytes;
  if (n > kEntries) n = kEntries;
  const long got = raw_call(__NR_pread64, descriptor_, reinterpret_cast<long>(entries_), static_cast<long>(n * 8),
                            static_cast<long>(page / kPageBytes * 8));
  return got > 0 ? static_cast<std::size_t>(got) / 8 : 0;
}

PageState PageTable::state_of(std::uint64_t entry) {
  if ((entry & kSwapped) != 0) return PageState::own;
  if ((entry & kPresent) == 0) return PageState::absent;
  return (entry & (kFilePage | kExclusive)) == kExclusive ? PageState::own : PageState::common;
}

}  // namespace sleave::rt
