// The runtime as a library of a program that was not linked with Sleave. It is linked with -z initfirst, so that its
// constructor runs before all others, as the function in .preinit_array of the static archive does.
#include <string.h>

#include "abi/environment.h"
#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/isolate/isolate.h"
#include "runtime/trace/site.h"

namespace sleave::rt {
namespace {

// What the user had in LD_PRELOAD; ours comes first and is not for the program's children.
void remove_own_preload(char** environment) {
  constexpr std::size_t kName = sizeof "LD_PRELOAD=" - 1;
  for (; *environment != nullptr; ++environment) {
    if (strncmp(*environment, "LD_PRELOAD=", kName) != 0) continue;
    char* const users = strstr(*environment + kName, SLEAVE_END_OF_PRELOADS);
    if (users == nullptr) return;
    const char* const rest = users + sizeof SLEAVE_END_OF_PRELOADS - 1;
    if (*rest != 0) {
      memmove(*environment + kName, rest, strlen(rest) + 1);
      return;
    }
    for (; *environment != nullptr; ++environment) environment[0] = environment[1];
    return;
  }
}

__attribute__((constructor)) void load(int argc, char** argv, char** environment) {
  module_is_seen(reinterpret_cast<const void*>(&load), SLEAVE_SIGHT_runtime);
  remove_own_preload(environment);
  __sleave_loaded();
  start(argc, argv, environment);
}

}  // namespace
}  // namespace sleave::rt

SLEAVE_EXPORT __attribute__((noinline)) void __sleave_loaded() { __asm__ volatile(""); }
