// Memory that the program maps. They do what they always do, as events on the state of the process; what the program
// mapped itself is unmapped after its run, and a change to anything else ends its worker.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/base/process.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/files/content.h"
#include "runtime/files/overlay.h"
#include "runtime/process/mappings.h"
#include "runtime/process/process_state.h"
#include "runtime/record/state_use.h"

using namespace sleave::rt;

namespace {

// A thread that maps a file as shared must see what others write to it. Writes to the mapping are not seen: the file
// counts as written when it is mapped.
void prepare_content(int descriptor, int protection, int flags) {
  Inode* file = inode_of(descriptor);
  if (file == nullptr || !file->is_file()) return;
  file->mapped = true;
  if ((flags & MAP_TYPE) == MAP_PRIVATE) return;
  if (!file->has_content()) own_content(file, true);
  const long access = raw_call(__NR_fcntl, descriptor, F_GETFL) & O_ACCMODE;
  if ((protection & PROT_WRITE) != 0 && access == O_RDWR) stamp_content(file);
}

// A mapping of a file or of shared memory has a second way in: another mapping, or calls on the descriptor.
void before_mapping(sleave_intercept function, const char* name, int protection, int flags, int descriptor,
                    std::uintptr_t site) {
  if (controlled()) use_state(function, site);
  if ((flags & MAP_ANONYMOUS) != 0) return;
  if (controlled()) make_alias(name, site);
  if (uses_overlay()) prepare_content(descriptor, protection, flags);
}

// Large pages are unmapped in other sizes than they are asked for: the audit finds them.
void after_mapping(const void* asked, const void* got, std::size_t bytes, int flags) {
  if (!controlled() || !runtime.planned || got == MAP_FAILED || (flags & MAP_HUGETLB) != 0) return;
  const bool replaces = (flags & MAP_FIXED) != 0 && asked == got;
  if (replaces && !is_mapping(got, bytes)) retire(SLEAVE_RETIREMENT_mappings);
  remove_mapping(got, bytes);
  add_mapping(got, bytes);
}

void changes_mapping(sleave_intercept function, const void* address, std::size_t bytes, std::uintptr_t site) {
  if (!controlled()) return;
  use_state(function, site);
  if (!is_mapping(address, bytes)) retire(SLEAVE_RETIREMENT_state);
}

}  // namespace

// off_t has 64 bits here, so mmap64 is another name of mmap.
#define SLEAVE_MMAP(name)                                                                          \
  SLEAVE_EXPORT void* name(void* address, size_t bytes, int protection, int flags, int descriptor, \
                           off_t offset) noexcept {                                                \
    before_mapping(SLEAVE_CALL_##name, #name, protection, flags, descriptor, SLEAVE_SITE_HERE);    \
    void* const got = REAL(name)(address, bytes, protection, flags, descriptor, offset);           \
    after_mapping(address, got, bytes, flags);                                                     \
    return got;                                                                                    \
  }
SLEAVE_MMAP(mmap)
SLEAVE_MMAP(mmap64)
#undef SLEAVE_MMAP

SLEAVE_EXPORT int munmap(void* address, size_t bytes) noexcept {
  changes_mapping(SLEAVE_CALL_munmap, address, bytes, SLEAVE_SITE_HERE);
  const int result = REAL(munmap)(address, bytes);
  if (result == 0 && controlled()) remove_mapping(address, bytes);
  return result;
}

SLEAVE_EXPORT int mprotect(void* address, size_t bytes, int protection) noexcept {
  changes_mapping(SLEAVE_CALL_mprotect, address, bytes, SLEAVE_SITE_HERE);
  return REAL(mprotect)(address, bytes, protection);
}

SLEAVE_EXPORT int madvise(void* address, size_t bytes, int advice) noexcept {
  changes_mapping(SLEAVE_CALL_madvise, address, bytes, SLEAVE_SITE_HERE);
  return REAL(madvise)(address, bytes, advice);
}
