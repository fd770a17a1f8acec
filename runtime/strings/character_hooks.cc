// Hooks of <ctype.h>'s functions (abi/calls/string_calls.def). They touch no memory of the program; only what depends
// on the input is followed through them.
#include <ctype.h>

#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/strings/string_call.h"

namespace sleave::rt {
namespace {

constexpr int kCharacters = 256;

int classify(const StringCall& call, int (*function)(int), int character) {
  const int result = function(character);
  if (!call.follows()) return result;
  int table[kCharacters + 1];
  for (int i = -1; i < kCharacters; ++i) table[i + 1] = function(i);
  call.mapped(table, result);
  return result;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

#define SLEAVE_CHARACTER_HOOK(name)                                                   \
  SLEAVE_EXPORT int __sleave_##name(int character) {                                  \
    const StringCall call(SLEAVE_HOOK(__sleave_##name), SLEAVE_SITE_HERE, character); \
    return classify(call, name, character);                                           \
  }
SLEAVE_CHARACTER_HOOK(isalnum)
SLEAVE_CHARACTER_HOOK(isalpha)
SLEAVE_CHARACTER_HOOK(isblank)
SLEAVE_CHARACTER_HOOK(iscntrl)
SLEAVE_CHARACTER_HOOK(isdigit)
SLEAVE_CHARACTER_HOOK(isgraph)
SLEAVE_CHARACTER_HOOK(islower)
SLEAVE_CHARACTER_HOOK(isprint)
SLEAVE_CHARACTER_HOOK(ispunct)
SLEAVE_CHARACTER_HOOK(isspace)
SLEAVE_CHARACTER_HOOK(isupper)
SLEAVE_CHARACTER_HOOK(isxdigit)
SLEAVE_CHARACTER_HOOK(tolower)
SLEAVE_CHARACTER_HOOK(toupper)
#undef SLEAVE_CHARACTER_HOOK
