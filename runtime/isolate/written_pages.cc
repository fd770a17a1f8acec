#include "runtime/isolate/written_pages.h"

#include <string.h>
#include <sys/resource.h>

#include "runtime/base/arena.h"
#include "runtime/base/raw.h"
#include "runtime/isolate/page_table.h"

namespace sleave::rt {

namespace {

// Of this kernel thread, the only one of a worker, in user and in kernel mode.
std::uint64_t page_faults() {
  rusage usage;
  raw_call(__NR_getrusage, RUSAGE_THREAD, reinterpret_cast<long>(&usage));
  return static_cast<std::uint64_t>(usage.ru_minflt) + static_cast<std::uint64_t>(usage.ru_majflt);
}

}  // namespace

void WrittenPages::use(Page* pages, std::size_t most) {
  pages_ = pages;
  most_ = most;
  known_ = false;
}

void WrittenPages::clear() {
  count_ = 0;
  known_ = true;
}

void WrittenPages::add(std::uintptr_t address, const char* copy) {
  if (count_ == most_) {
    known_ = false;
  } else {
    pages_[count_++] = {address, copy};
  }
}

void WrittenPages::end() { faults_ = page_faults(); }

bool WrittenPages::complete() const { return known_ && page_faults() == faults_; }

void WrittenPages::put_back() const {
  // The list is of all runs; what this one did not take of the arena is as it was. Known before the arena is put back.
  const ArenaRest rest = arena_rest();
  const std::uintptr_t unused = reinterpret_cast<std::uintptr_t>(rest.begin) + kPageBytes - 1;
  const auto end = reinterpret_cast<std::uintptr_t>(rest.end);
  for (const Page* page = pages_; page != pages_ + count_; ++page) {
    if (page->copy == nullptr && page->address >= unused && page->address < end) continue;
    void* const memory = reinterpret_cast<void*>(page->address);
    if (page->copy != nullptr) {
      memcpy(memory, page->copy, kPageBytes);
    } else {
      memset(memory, 0, kPageBytes);
    }
  }
}

}  // namespace sleave::rt
