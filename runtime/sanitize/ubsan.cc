// UndefinedBehaviorSanitizer: each report is a finding. Its runtime calls __ubsan_on_report before it prints, and can
// then be asked what it is about to say.
#include "runtime/base/outcome.h"
#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/base/text.h"

extern "C" {
void __ubsan_on_report();
void __ubsan_get_current_report_data(const char** kind, const char** message, const char** file, unsigned* line,
                                     unsigned* column, char** address) __attribute__((weak));
}

using namespace sleave::rt;

SLEAVE_EXPORT void __ubsan_on_report() {
  if (!controlled() || runtime.ending || __ubsan_get_current_report_data == nullptr) return;
  const char* kind = "";
  const char* what = "";
  const char* file = "";
  unsigned line = 0;
  unsigned column = 0;
  char* address = nullptr;
  __ubsan_get_current_report_data(&kind, &what, &file, &line, &column, &address);
  char message[SLEAVE_MESSAGE_BYTES];
  Text text(message, sizeof message - 1);
  text.add("UndefinedBehaviorSanitizer: ").add(kind).add(": ").add(what);
  text.add(" at ").add(file).add(":").add(std::uint64_t{line}).add(":").add(std::uint64_t{column});
  raw_write(2, message, text.size());
  raw_write(2, "\n", 1);
  fail({SLEAVE_FIND_sanitizer_report, message, SLEAVE_SITE_HERE});
}
