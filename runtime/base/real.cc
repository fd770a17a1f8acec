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
  // dlsym is itself one of ours; its versioned sister is not.
  void* address =
      function == SLEAVE_CALL_dlsym ? dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34") : dlsym(RTLD_NEXT, kNames[function]);
  real_functions[function] = address;
  return address;
}

void find_all_real() {
  for (unsigned i = 0; i < SLEAVE_CALL_COUNT; ++i) real(static_cast<sleave_intercept>(i));
  dlerror();  // what is missing is no error of the program's
}

}  // namespace sleave::rt
