// sleave_ready() of include/sleave/ready.h: the program says where its runs begin.
#include "runtime/base/process.h"
#include "runtime/base/runtime.h"

extern "C" __attribute__((weak)) char __sleave_says_when_ready;  // defined by every file that includes the header

namespace sleave::rt {

bool program_says_when_ready() { return &__sleave_says_when_ready != nullptr; }

}  // namespace sleave::rt

SLEAVE_EXPORT void __sleave_ready() {
  if (sleave::rt::controlled()) sleave::rt::plan_takes_effect();
}
