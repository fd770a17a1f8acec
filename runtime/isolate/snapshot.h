// Restores the process's own memory.
//
// A worker (worker.h) is a fork of the fork server, which does nothing meanwhile. After the fork both share every page;
// the first write of the worker gives it a copy of its own. So "written since the fork" can be read off the page table
// without page protection: the page is mapped by this process alone (bit 56 of /proc/self/pagemap). A page once written
// stays so, and is restored after every run; the set grows with the first runs and then stays the same. A page that is
// the worker's own because the server wrote to *its* copy is restored without need, which is harmless. While no page is
// added to the set, the page table is not read (written_pages.h).
//
// Kept: a copy of every page that is present when the snapshot is taken, in private writable mappings. An anonymous
// page that is not present is zero. Shared mappings (the channel) and the worker's own memory are left alone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/words.h"
#include "runtime/isolate/written_pages.h"

namespace sleave::rt {

// A mapping of the worker's own, which is not part of the snapshot. What the snapshot needs comes from `next_free` on.
struct SnapshotMemory {
  char* begin;
  char* end;
  char* next_free;
};

// Takes the snapshot; `none`, or why there is none.
sleave_retirement snapshot_take(SnapshotMemory& own);

// Puts everything back. Runs on a stack of its own, in the worker's memory.
void snapshot_restore();

// What the memory has been since the snapshot: a copy of every page written.
struct WrittenCopy {
  WrittenPages::Page* pages;
  std::size_t count;
};

// Makes one, in memory from `take`; false if that gives none, or if it cannot be restored.
bool copy_written(WrittenCopy& copy, void* (*take)(std::size_t bytes));

// After snapshot_restore(): makes memory what it was when the copy was made.
void put_copy(const WrittenCopy& copy);

// Memory the runtime mapped since the snapshot: zero at first, and made zero again.
void snapshot_add(char* begin, std::size_t bytes);

}  // namespace sleave::rt
