// lseek: the place of a descriptor in its file, or the file's end. Directories of the overlay have none
// (folder_calls.cc).
#include <unistd.h>

#include "runtime/descriptor/file_use.h"
#include "runtime/file_calls/file_call.h"

using namespace sleave::rt;

namespace {

off_t seek(sleave_intercept function, int descriptor, off_t offset, int from, std::uintptr_t site) {
  if (controlled()) use_state(function, site);
  const off_t place = REAL(lseek)(descriptor, offset, from);
  const Opened* what = controlled() ? known_descriptor(descriptor) : nullptr;
  if (what != nullptr && what->contents != 0) note_file_use(what->contents, SLEAVE_FILE_WRITTEN);
  return place;
}

}  // namespace

SLEAVE_EXPORT off_t lseek(int descriptor, off_t offset, int from) noexcept {
  return seek(SLEAVE_CALL_lseek, descriptor, offset, from, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT off64_t lseek64(int descriptor, off64_t offset, int from) noexcept {
  return seek(SLEAVE_CALL_lseek64, descriptor, offset, from, SLEAVE_SITE_HERE);
}
