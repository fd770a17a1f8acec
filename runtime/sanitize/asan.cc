#include "runtime/sanitize/asan.h"

#include <string.h>

#include "runtime/base/outcome.h"
#include "runtime/base/runtime.h"
#include "runtime/base/text.h"
#include "runtime/trace/stack.h"

extern "C" {
int __lsan_is_turned_off();
void __asan_set_error_report_callback(void (*callback)(const char* text)) __attribute__((weak));
void* __asan_get_report_pc() __attribute__((weak));
void* __asan_get_report_bp() __attribute__((weak));
void* __asan_get_report_sp() __attribute__((weak));
void* __asan_get_report_address() __attribute__((weak));
void __asan_loadN(std::uintptr_t address, std::size_t bytes) __attribute__((weak));
void __asan_storeN(std::uintptr_t address, std::size_t bytes) __attribute__((weak));
void __sanitizer_start_switch_fiber(void** fake_stack, const void* bottom, std::size_t bytes) __attribute__((weak));
void __sanitizer_finish_switch_fiber(void* fake_stack, const void** bottom, std::size_t* bytes) __attribute__((weak));
// Read by compiled code at the entry of every function with a local array.
extern int __asan_option_detect_stack_use_after_return __attribute__((weak));
// The flags all sanitizers share; the first of them is `symbolize`.
extern bool common_flags __asm__("_ZN11__sanitizer21common_flags_dont_useE") __attribute__((weak));
// Asks whether memory can be read.
extern char is_accessible __asm__("_ZN11__sanitizer23IsAccessibleMemoryRangeEmm") __attribute__((weak));
}

namespace sleave::rt {
namespace {

constexpr std::uintptr_t kIsAccessibleBytes = 1024;  // more than the function has

std::uintptr_t checked_site;  // of the atomic operation that is being checked; 0: none

// The report's first line without process number and registers, and what the access was:
//   AddressSanitizer: heap-use-after-free on address 0x502000000010 (READ of size 4)
void summarize(const char* report, char* message, std::size_t bytes) {
  Text text(message, bytes);
  const char* start = strstr(report, "AddressSanitizer: ");
  if (start == nullptr) start = report;
  const char* line_end = strchrnul(start, '\n');
  const char* registers = strstr(start, " at pc ");
  const char* end = registers != nullptr && registers < line_end ? registers : line_end;
  text.add(start, static_cast<std::size_t>(end - start));
  const char* next = *line_end != 0 ? line_end + 1 : line_end;
  const char* at = strstr(next, " at 0x");
  const bool is_access = strncmp(next, "READ", 4) == 0 || strncmp(next, "WRITE", 5) == 0;
  if (is_access && at != nullptr) text.add(" (").add(next, static_cast<std::size_t>(at - next)).add(")");
}

std::uint32_t report_stack() {
  if (checked_site != 0) return stack_here(checked_site);
  return stack_at(reinterpret_cast<std::uintptr_t>(__asan_get_report_pc()),
                  reinterpret_cast<std::uintptr_t>(__asan_get_report_bp()),
                  reinterpret_cast<std::uintptr_t>(__asan_get_report_sp()));
}

// AddressSanitizer has printed its report and is about to end the process.
void on_report(const char* report) {
  if (runtime.mode != Mode::controlled || runtime.ending) return;
  char message[SLEAVE_MESSAGE_BYTES];
  summarize(report, message, sizeof message);
  fail({SLEAVE_FIND_sanitizer_report, message, 0, report_stack(), __asan_get_report_address()});
}

void* saved_fake_stack;

}  // namespace

void asan_start() {
  if (!has_asan()) return;
  __asan_set_error_report_callback(on_report);
  __asan_option_detect_stack_use_after_return = 0;
  if (&common_flags != nullptr) common_flags = false;
}

void asan_check(const void* address, std::size_t bytes, bool writes, std::uintptr_t site) {
  RuntimeScope scope;  // a report is the sanitizer's work: what it calls is no operation of the program
  checked_site = site;
  (writes ? __asan_storeN : __asan_loadN)(reinterpret_cast<std::uintptr_t>(address), bytes);
  checked_site = 0;
}

bool called_by_sanitizer(std::uintptr_t site) {
  const auto start = reinterpret_cast<std::uintptr_t>(&is_accessible);
  return start != 0 && site > start && site < start + kIsAccessibleBytes;
}

void asan_stack_switch_begins(const char* low, std::size_t bytes) {
  if (has_asan()) __sanitizer_start_switch_fiber(&saved_fake_stack, low, bytes);
}

void asan_stack_switch_ends() {
  if (has_asan()) __sanitizer_finish_switch_fiber(saved_fake_stack, nullptr, nullptr);
}

void asan_runs_on(const char* low, std::size_t bytes) {
  asan_stack_switch_begins(low, bytes);
  asan_stack_switch_ends();
}

}  // namespace sleave::rt

// Asked by the search for leaks at exit, which would stop all threads by itself. The program may have its own answer.
SLEAVE_EXPORT __attribute__((weak)) int __lsan_is_turned_off() {
  return sleave::rt::runtime.channel != nullptr ? 1 : 0;
}
