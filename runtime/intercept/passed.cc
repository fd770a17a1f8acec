#include <errno.h>
#include <string.h>

#include "runtime/base/fatal.h"
#include "runtime/base/process.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/base/text.h"
#include "runtime/record/escape.h"
#include "runtime/record/record.h"
#include "runtime/record/state_use.h"
#include "runtime/thread/cancel.h"

namespace sleave::rt {
namespace {

enum class Treatment : unsigned char { modeled, ordered, passed, refused };
constexpr Treatment kTreatments[] = {
#define SLEAVE_CALL(function, family, treatment, role) Treatment::treatment,
#include "abi/calls/intercepts.def"
#undef SLEAVE_CALL
};

constexpr const char* kFamilies[] = {
#define SLEAVE_CALL(function, family, treatment, role) family,
#include "abi/calls/intercepts.def"
#undef SLEAVE_CALL
};

bool starts_process(sleave_intercept function) { return strcmp(kFamilies[function], "process") == 0; }

// What an ordered call may change beside memory.
void note_change(sleave_intercept function) {
  switch (function) {
    case SLEAVE_CALL_setrlimit64:
    case SLEAVE_CALL_prlimit:
    case SLEAVE_CALL_prlimit64:
      return will_change(KernelState::limits);
    case SLEAVE_CALL_nice:
      return will_change(KernelState::priority);
    case SLEAVE_CALL_mlock:
    case SLEAVE_CALL_mlockall:
      return will_change(KernelState::locked_memory);
    default:
      return;
  }
}

[[noreturn]] void refuse(sleave_intercept function) {
  char message[SLEAVE_MESSAGE_BYTES];
  Text(message, sizeof message)
      .add("the program calls ")
      .add(function_name(function))
      .add(", which is not modeled yet");
  fatal(message, 0);
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

// Called by the stubs: notes, orders or refuses the call and returns the real function. errno is the program's.
extern "C" void* sleave_note_passed(sleave_intercept function, std::uintptr_t site) {
  const int before = errno;
  if (controlled() && kTreatments[function] == Treatment::ordered) {
    use_state(function, site);
    note_change(function);
  } else if (controlled()) {
    record_uncontrolled(function, site);
    started_process = started_process || starts_process(function);
    before_passed_call(function, site);
    if (kTreatments[function] == Treatment::refused) refuse(function);
  }
  void* address = real(function);
  if (address == nullptr) fatal("a function of the program is in no library", function);
  errno = before;
  return address;
}
