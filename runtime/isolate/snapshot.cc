#include "runtime/isolate/snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/base/asan.h"
#include "runtime/base/raw.h"
#include "runtime/isolate/memory_map.h"
#include "runtime/isolate/page_table.h"
#include "runtime/isolate/written_pages.h"

namespace sleave::rt {

namespace {

constexpr std::size_t kMostCopied = 64u << 20;  // beyond this a fork is as good
constexpr std::uint32_t kMostRanges = 4096;
constexpr std::size_t kMostWritten = 16'384;  // beyond this many written pages each run is followed by a look at all
constexpr std::size_t kReturnedPages = 256;   // so many written pages in a row that were zero are given back instead

struct SavedPage {
  std::uintptr_t address;
  const char* copy;
};

struct Range {
  std::uintptr_t begin;
  std::uintptr_t end;
  bool from_file;  // an absent page has the file's contents
  SavedPage* saved;
  std::size_t saved_count;
};

// In the worker's memory, which no snapshot touches; the pointer is restored to itself.
struct Snapshot {
  SnapshotMemory* own;
  PageTable pages;
  Range ranges[kMostRanges];
  std::uint32_t range_count;
  std::size_t copied;
  WrittenPages written;
  std::uintptr_t zero_begin;  // written pages in a row that have to become zero
  std::uintptr_t zero_end;
};
Snapshot* snapshot;

char* own_memory(SnapshotMemory& own, std::size_t bytes) {
  char* result = own.next_free;
  own.next_free += (bytes + 63) & ~std::size_t{63};
  return own.next_free <= own.end ? result : nullptr;
}

bool save_page(Range& range, std::uintptr_t address) {
  char* copy = own_memory(*snapshot->own, kPageBytes);
  if (copy == nullptr || (snapshot->copied += kPageBytes) > kMostCopied) return false;
  memcpy(copy, reinterpret_cast<const void*>(address), kPageBytes);
  range.saved[range.saved_count++] = {address, copy};
  return true;
}

// A page of a file is saved whether present or not: its contents may be needed, and module data is small.
bool save_range(Range& range) {
  const std::size_t most =
      range.from_file ? (range.end - range.begin) / kPageBytes : snapshot->pages.count_present(range.begin, range.end);
  range.saved = reinterpret_cast<SavedPage*>(own_memory(*snapshot->own, most * sizeof(SavedPage)));
  if (range.saved == nullptr) return false;
  if (range.from_file) {
    for (std::uintptr_t page = range.begin; page != range.end; page += kPageBytes) {
      if (!save_page(range, page)) return false;
    }
    return true;
  }
  bool fits = true;
  snapshot->pages.for_each(range.begin, range.end, [&](std::uintptr_t page, PageState state) {
    if (state != PageState::absent && range.saved_count < most) fits = fits && save_page(range, page);
  });
  return fits;
}

bool add_range(const MappedRange& mapped) {
  const auto own_begin = reinterpret_cast<std::uintptr_t>(snapshot->own->begin);
  if (mapped.begin == own_begin || !mapped.writable || mapped.shared) return true;
  if (snapshot->range_count == kMostRanges) return false;
  snapshot->ranges[snapshot->range_count++] = {mapped.begin, mapped.end, mapped.from_file, nullptr, 0};
  return true;
}

// Few pages are cheaper to clear than to take from the system again; for many it is the other way round.
void clear_zero_run() {
  const std::size_t bytes = snapshot->zero_end - snapshot->zero_begin;
  void* memory = reinterpret_cast<void*>(snapshot->zero_begin);
  if (bytes >= kReturnedPages * kPageBytes) {
    raw_call(__NR_madvise, static_cast<long>(snapshot->zero_begin), static_cast<long>(bytes), MADV_DONTNEED);
  } else if (bytes > 0) {
    memset(memory, 0, bytes);
    for (std::uintptr_t page = snapshot->zero_begin; page != snapshot->zero_end; page += kPageBytes) {
      snapshot->written.add(page, nullptr);
    }
  }
  snapshot->zero_begin = snapshot->zero_end = 0;
}

void clear_page(std::uintptr_t page) {
  if (snapshot->zero_end != page) {
    clear_zero_run();
    snapshot->zero_begin = page;
  }
  snapshot->zero_end = page + kPageBytes;
}

void put_back(const SavedPage& saved) {
  memcpy(reinterpret_cast<void*>(saved.address), saved.copy, kPageBytes);
  snapshot->written.add(saved.address, saved.copy);
}

// Walks the saved pages beside the present ones: both ascend.
void restore_range(const Range& range) {
  const SavedPage* next = range.saved;
  const SavedPage* const end = range.saved + range.saved_count;
  const auto dropped = [&](const SavedPage& saved) {  // its page was given back to the system
    if (!range.from_file) put_back(saved);
  };
  snapshot->pages.for_each(range.begin, range.end, [&](std::uintptr_t page, PageState state) {
    for (; next != end && next->address < page; ++next) dropped(*next);
    const bool is_saved = next != end && next->address == page;
    if (is_saved && state == PageState::absent) {
      dropped(*next);
    } else if (state == PageState::own) {
      if (is_saved) {
        put_back(*next);
      } else {
        clear_page(page);
      }
    }
    if (is_saved) ++next;
  });
  for (; next != end; ++next) dropped(*next);
  clear_zero_run();
}

// Whether a page that the snapshot holds is absent now: nothing would make it so again.
bool gave_pages_back() {
  bool gave = false;
  for (std::uint32_t i = 0; i < snapshot->range_count; ++i) {
    const Range& range = snapshot->ranges[i];
    if (range.from_file) continue;
    std::size_t found = 0;
    const SavedPage* next = range.saved;
    const SavedPage* const end = range.saved + range.saved_count;
    snapshot->pages.for_each(range.begin, range.end, [&](std::uintptr_t page, PageState state) {
      while (next != end && next->address < page) ++next;
      if (next != end && next->address == page && state != PageState::absent) ++found;
    });
    gave = gave || found != range.saved_count;
  }
  return gave;
}

}  // namespace

sleave_retirement snapshot_take(SnapshotMemory& own) {
  snapshot = reinterpret_cast<Snapshot*>(own_memory(own, sizeof(Snapshot)));
  snapshot->own = &own;
  if (has_asan()) return SLEAVE_RETIREMENT_memory;  // its shadow
  if (!snapshot->pages.open()) return SLEAVE_RETIREMENT_kernel;
  bool fits = true;
  const bool read = for_each_mapping(own_memory(own, kMapTextBytes),
                                     [&](const MappedRange& mapped) { fits = fits && add_range(mapped); });
  if (!read || !fits) return SLEAVE_RETIREMENT_mappings;
  for (std::uint32_t i = 0; i < snapshot->range_count; ++i) {
    if (!save_range(snapshot->ranges[i])) return SLEAVE_RETIREMENT_memory;
  }
  auto* written = reinterpret_cast<WrittenPages::Page*>(own_memory(own, kMostWritten * sizeof(WrittenPages::Page)));
  if (written == nullptr) return SLEAVE_RETIREMENT_memory;
  snapshot->written.use(written, kMostWritten);
  return SLEAVE_RETIREMENT_none;
}

void snapshot_restore() {
  WrittenPages& written = snapshot->written;
  if (written.complete()) return written.put_back();
  written.clear();
  for (std::uint32_t i = 0; i < snapshot->range_count; ++i) restore_range(snapshot->ranges[i]);
  written.end();
}

bool copy_written(WrittenCopy& copy, void* (*take)(std::size_t bytes)) {
  const auto each = [](auto visit) {
    for (std::uint32_t i = 0; i < snapshot->range_count; ++i) {
      snapshot->pages.for_each(snapshot->ranges[i].begin, snapshot->ranges[i].end, visit);
    }
  };
  std::size_t written = 0;
  each([&](std::uintptr_t, PageState state) { written += state == PageState::own ? 1 : 0; });
  copy = {static_cast<WrittenPages::Page*>(take(written * sizeof(WrittenPages::Page))), 0};
  bool fits = copy.pages != nullptr && !gave_pages_back();
  each([&](std::uintptr_t page, PageState state) {
    if (state != PageState::own || !fits) return;
    auto* bytes = static_cast<char*>(take(kPageBytes));
    fits = bytes != nullptr && copy.count < written;
    if (!fits) return;
    memcpy(bytes, reinterpret_cast<const void*>(page), kPageBytes);
    copy.pages[copy.count++] = {page, bytes};
  });
  return fits;
}

void put_copy(const WrittenCopy& copy) {
  for (const WrittenPages::Page* page = copy.pages; page != copy.pages + copy.count; ++page) {
    memcpy(reinterpret_cast<void*>(page->address), page->copy, kPageBytes);
  }
}

void snapshot_add(char* begin, std::size_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  if (snapshot->range_count < kMostRanges) {
    snapshot->ranges[snapshot->range_count++] = {address, address + bytes, false, nullptr, 0};
  }
}

}  // namespace sleave::rt
