// Inputs that the program asks for, and what it assumes about them (<sleave/sleave.h>).
#include <cstddef>
#include <cstdint>

#include "abi/follow.h"
#include "runtime/base/outcome.h"
#include "runtime/base/process.h"
#include "runtime/base/runtime.h"
#include "runtime/memory/access.h"
#include "runtime/symbolic/arguments.h"
#include "runtime/symbolic/inputs.h"
#include "runtime/symbolic/path_constraints.h"

extern "C" {
void __sleave_symbolic(void* memory, std::size_t bytes, const char* name);
void __sleave_range(void* memory, std::size_t bytes, const char* name, long long base);
void __sleave_assume(int condition);
}

namespace sleave::rt {
namespace {

void ask(char* memory, std::size_t bytes, const char* text, std::int64_t base, std::uintptr_t site) {
  if (!controlled()) return;
  plan_takes_effect();
  announce_write(memory, bytes, site);
  take_input(memory, bytes, text, base, site);
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void __sleave_symbolic(void* memory, std::size_t bytes, const char* text) {
  ask(static_cast<char*>(memory), bytes, text, 0, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void __sleave_range(void* memory, std::size_t bytes, const char* text, long long base) {
  ask(static_cast<char*>(memory), bytes, text, base, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void __sleave_assume(int condition) {
  if (!controlled()) return;
  const bool holds = condition != 0;
  if (follows_inputs) {
    const auto* self = reinterpret_cast<const void*>(&__sleave_assume);
    const Word given = take_argument(self, 0, 32, static_cast<unsigned>(condition), SLEAVE_SITE_HERE);
    learn(holds ? SLEAVE_PATH_CONSTRAINT_assumption : SLEAVE_PATH_CONSTRAINT_violation, is_set(given),
          SLEAVE_SITE_HERE);
    arguments_taken();
  }
  if (!holds) report_excluded();
}
