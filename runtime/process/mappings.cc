#include "runtime/process/mappings.h"

#include "runtime/base/arena.h"
#include "runtime/base/raw.h"

namespace sleave::rt {

namespace {

struct Range {
  std::uintptr_t begin;
  std::uintptr_t end;
};
ArenaArray<Range> ranges;  // apart from each other, in no order

Range pages_of(const void* address, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  return {begin, (begin + bytes + kSystemPageBytes - 1) & ~(kSystemPageBytes - 1)};
}

}  // namespace

void add_mapping(const void* address, std::size_t bytes) { ranges.push(pages_of(address, bytes)); }

void remove_mapping(const void* address, std::size_t bytes) {
  const Range gone = pages_of(address, bytes);
  for (std::size_t i = ranges.size(); i-- > 0;) {
    const Range range = ranges[i];
    if (range.end <= gone.begin || gone.end <= range.begin) continue;
    ranges.remove(i);
    if (range.begin < gone.begin) ranges.push({range.begin, gone.begin});
    if (gone.end < range.end) ranges.push({gone.end, range.end});
  }
}

bool is_mapping(const void* address, std::size_t bytes) {
  const Range asked = pages_of(address, bytes);
  std::size_t covered = 0;
  for (const Range& range : ranges) {
    const std::uintptr_t begin = range.begin > asked.begin ? range.begin : asked.begin;
    const std::uintptr_t end = range.end < asked.end ? range.end : asked.end;
    if (begin < end) covered += end - begin;
  }
  return covered == asked.end - asked.begin;
}

bool has_mappings() { return ranges.size() != 0; }

void unmap_mappings() {
  for (const Range& range : ranges) {
    raw_call(__NR_munmap, static_cast<long>(range.begin), static_cast<long>(range.end - range.begin));
  }
}

}  // namespace sleave::rt
