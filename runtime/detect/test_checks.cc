// Assertions of GoogleTest and Catch2, as the pass announces them: one that fails ends the run where it stands, with
// the framework's own text.
#include <string.h>

#include "abi/hooks.h"
#include "abi/trace.h"
#include "runtime/base/outcome.h"
#include "runtime/base/runtime.h"
#include "runtime/base/text.h"

namespace sleave::rt {

namespace {

struct Check {
  const void* object;  // null: none
  const char* file;
  std::uint64_t line;
  const char* text;
  std::uint64_t bytes;
  int flags;
};

// The latest ones: an assertion may contain calls of functions with others.
constexpr std::size_t kChecks = 32;
Check checks[kChecks];
std::size_t next_check;
int expected;  // > 0: failures are

Check* find(const void* object) {
  for (std::size_t i = 1; i <= kChecks; ++i) {
    Check& check = checks[(next_check - i) % kChecks];
    if (check.object == object) return &check;
  }
  return nullptr;
}

// Lines become one: those of a list are parted by commas.
void add_flat(Text& text, const char* from, std::uint64_t bytes) {
  const std::uint64_t end = strnlen(from, bytes < SLEAVE_MESSAGE_BYTES ? bytes : SLEAVE_MESSAGE_BYTES);
  for (std::uint64_t i = 0; i < end; ++i) {
    if (from[i] != '\n') {
      text.add(&from[i], 1);
      continue;
    }
    const bool after_mark = i == 0 || from[i - 1] == ':' || from[i - 1] == ',' || from[i - 1] == '\n';
    while (i + 1 < end && (from[i + 1] == ' ' || from[i + 1] == '\n')) ++i;
    if (i + 1 < end) text.add(after_mark ? " " : ", ");
  }
}

void check_fails(const Check& check, const char* more, std::uint64_t bytes, std::uintptr_t site) {
  const bool counts = runtime.planned && (runtime.plan->flags & SLEAVE_PLAN_FAIL_ON_EXIT) != 0;
  if (!counts || expected > 0 || (check.flags & SLEAVE_CHECK_IGNORED) != 0) return;
  char message[SLEAVE_MESSAGE_BYTES];
  Text text(message, sizeof message);
  if (check.file != nullptr) text.add(check.file).add(":").add(check.line).add(": ");
  if (check.text != nullptr && check.bytes != 0) add_flat(text, check.text, check.bytes);
  if (more != nullptr && bytes != 0) {
    if (check.text != nullptr && check.bytes != 0) text.add(": ");
    add_flat(text, more, bytes);
  }
  fail({SLEAVE_FIND_assertion, message, site});
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void __sleave_check_begins(void* check, const char* file, std::uint64_t line, const char* text,
                                         std::uint64_t bytes, int flags) {
  if (controlled()) checks[next_check++ % kChecks] = {check, file, line, text, bytes, flags};
}

SLEAVE_EXPORT void __sleave_check_result(void* check, int holds) {
  if (!controlled()) return;
  const Check* known = find(check);
  if (known == nullptr) return;
  const bool negated = (known->flags & SLEAVE_CHECK_NEGATED) != 0;
  if ((holds != 0) == negated) check_fails(*known, nullptr, 0, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void __sleave_check_failed(void* check, const char* text, std::uint64_t bytes) {
  if (!controlled() || check == nullptr) return;
  if (const Check* known = find(check)) check_fails(*known, text, bytes, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void __sleave_check_text(void (*text_of)(void* string, const void* message), void* string,
                                       const void* message) {
  if (text_of != nullptr && controlled()) text_of(string, message);
}

SLEAVE_EXPORT void __sleave_failures_expected(int change) { expected += change; }
