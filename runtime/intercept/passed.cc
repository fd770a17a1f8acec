#include <errno.h>

#include "runtime/base/fatal.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/record.h"

using namespace sleave::rt;

// Called by the stubs: notes the call and returns the real function. errno is the program's.
extern "C" void* sleave_note_passed(unsigned function, std::uintptr_t site) {
  const int before = errno;
  if (controlled()) record_uncontrolled(function, site);
  void* address = real(static_cast<sleave_intercept>(function));
  if (address == nullptr) fatal("a function of the program is in no library", static_cast<int>(function));
  errno = before;
  return address;
}
