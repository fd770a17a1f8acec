// The pages that runs of a worker have written, and whether the last run wrote any other.
//
// Runs of one program write nearly the same pages. After the first run, the page table shows which (page_table.h); that
// costs dozens of system calls. From then on those pages are writable and private, and a write to any other one needs a
// page fault, which the kernel counts. So a run without a fault wrote only pages of the list, and one system call is
// enough to know.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sleave::rt {

class WrittenPages {
 public:
  struct Page {
    std::uintptr_t address;
    const char* copy;  // null: it is made zero
  };

  // `pages` is room for `most`.
  void use(Page* pages, std::size_t most);

  // Empties the list: the page table is about to be read.
  void clear();
  void add(std::uintptr_t address, const char* copy);
  // The list is complete, and every page of it has been restored.
  void end();

  // Whether the list holds every page that was written since end().
  [[nodiscard]] bool complete() const;

  void put_back() const;

 private:
  Page* pages_;
  std::size_t most_;
  std::size_t count_;
  bool known_;  // a list was made and all of it fitted
  std::uint64_t faults_;
};

}  // namespace sleave::rt
