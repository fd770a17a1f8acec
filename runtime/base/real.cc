#include "runtime/base/real.h"

#include <dlfcn.h>

#include "runtime/base/runtime.h"

namespace sleave::rt {

void* real_functions[SLEAVE_CALL_COUNT];

namespace {
const char* const kNames[] = {
#define SLEAVE_CALL(function, family, treatment) #function,
#include "abi/intercepts.def"
#undef SLEAVE_CALL
};
}  // namespace

const char* function_name(sleave_intercept function) { return kNames[function]; }

void* find_real(sleave_intercept function) {
  RuntimeScope scope;  // the dynamic linker may allocate; the program's heap must not notice
  void* address = dlsym(RTLD_NEXT, kNames[function]);
  real_functions[function] = address;
  return address;
}

}  // namespace sleave::rt
