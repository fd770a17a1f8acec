// Bugs of Sleave: each ends the process with a report worth filing on standard error, and exit code 70.
#pragma once

#ifdef NDEBUG
#error "asserts stay on in every build (cmake/SleaveAsserts.cmake)"
#endif

#include <string_view>

namespace sleave {

// Prints the words, the version given to report_bugs() and the addresses of the callers, and exits. Findings are on
// disk before anything else can go wrong, so nothing is lost.
[[noreturn]] void report_bug(std::string_view words);

// From here on failed asserts, abort() and exceptions that nobody catches, in any thread, end the process the same way.
// Running out of memory is not a bug: exit code 3. `version` is not copied.
void report_bugs(const char* version);

}  // namespace sleave
