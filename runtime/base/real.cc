#include "runtime/base/real.h"

#include <dlfcn.h>

#include "runtime/base/asan.h"
#include "runtime/base/runtime.h"
#include "runtime/base/text.h"

namespace sleave::rt {

void* real_functions[SLEAVE_CALL_COUNT];

namespace {
const char* const kNames[] = {
#define SLEAVE_CALL(function, family, treatment, role) #function,
#include "abi/calls/intercepts.def"
#undef SLEAVE_CALL
};

// dlsym is itself one of ours; its versioned sister is not.
void* find_in_libraries(sleave_intercept function) {
  return function == SLEAVE_CALL_dlsym ? dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34") : dlsym(RTLD_NEXT, kNames[function]);
}

// A sanitizer in the program stands between it and the libraries: without us its function would be called. Ours has
// taken the name; its own is still there under another.
void* find_in_sanitizer(sleave_intercept function) {
  if (!has_asan() || function == SLEAVE_CALL_dlsym) return nullptr;
  char name[128];
  Text(name, sizeof name).add("___interceptor_").add(kNames[function]);
  return dlsym(RTLD_DEFAULT, name);
}

}  // namespace

const char* function_name(sleave_intercept function) { return kNames[function]; }

void* find_real(sleave_intercept function) {
  RuntimeScope scope;  // the dynamic linker may allocate; the program's heap must not notice
  void* address = find_in_sanitizer(function);
  if (address == nullptr) address = find_in_libraries(function);
  real_functions[function] = address;
  return address;
}

void find_all_real() {
  for (unsigned i = 0; i < SLEAVE_CALL_COUNT; ++i) real(static_cast<sleave_intercept>(i));
  RuntimeScope scope;  // an error's text is allocated
  dlerror();           // what is missing is no error of the program's,
  dlerror();           // and nothing is left of it
}

}  // namespace sleave::rt
