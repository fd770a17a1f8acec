// The kernel's information about the pages of this process: /proc/self/pagemap.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/base/raw.h"

namespace sleave::rt {

constexpr std::size_t kPageBytes = 4096;

enum class PageState : std::uint8_t {
  absent,  // never touched, or given back
  common,  // as it was at the fork
  own      // written since the fork, or swapped out: then nobody knows
};

class PageTable {
 public:
  // Opens it for this process; false: the kernel has none.
  bool open();

  // Calls `visit(page, state)` for the pages of [begin, end) in ascending order. Pages it leaves out are absent.
  template <typename Visit>
  void for_each(std::uintptr_t begin, std::uintptr_t end, Visit visit) {
    for (Part part = next_part(begin, end); part.begin < part.end; part = next_part(part.end, end)) {
      for (std::uintptr_t page = part.begin; page < part.end;) {
        const std::size_t n = read(page, part.end);
        for (std::size_t i = 0; i < n; ++i, page += kPageBytes) visit(page, state_of(entries_[i]));
        if (n == 0) return;
      }
    }
  }

  std::size_t count_present(std::uintptr_t begin, std::uintptr_t end) {
    std::size_t n = 0;
    for_each(begin, end, [&](std::uintptr_t, PageState state) { n += state != PageState::absent ? 1 : 0; });
    return n;
  }

 private:
  struct Part {
    std::uintptr_t begin;
    std::uintptr_t end;
  };
  static constexpr std::size_t kEntries = 512;
  static constexpr std::uintptr_t kSparse = 1u << 20;  // from this size on the kernel is asked where the pages are

  // The next part of [begin, end) that may hold pages; an empty one: there is none.
  Part next_part(std::uintptr_t begin, std::uintptr_t end);
  // Entries of the pages from `page` on, at most as many as fit.
  std::size_t read(std::uintptr_t page, std::uintptr_t end);
  static PageState state_of(std::uint64_t entry);

  int descriptor_;
  bool can_scan_;  // PAGEMAP_SCAN, Linux 6.7
  std::uint64_t entries_[kEntries];
};

}  // namespace sleave::rt
