// The functions by which a program ends, well or badly: exit, abort, assert, terminate.
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <cstdlib>

#include "runtime/base/outcome.h"
#include "runtime/base/process.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/base/text.h"
#include "runtime/detect/detect.h"
#include "runtime/record/record.h"
#include "runtime/record/state_use.h"
#include "runtime/sched/scheduler.h"
#include "runtime/signal/actions.h"
#include "runtime/thread/thread_exit.h"
#include "runtime/trace/stack.h"

// Declared here because no C header does.
extern "C" {
void __cxa_throw(void* object, void* type, void (*destructor)(void*)) __attribute__((noreturn));
void _ZSt9terminatev() __attribute__((noreturn));
void __assert_fail(const char* condition, const char* file, unsigned line, const char* function)
    __attribute__((noreturn));
void __assert_perror_fail(int error, const char* file, unsigned line, const char* function) __attribute__((noreturn));
void __assert(const char* condition, const char* file, int line) __attribute__((noreturn));
void* __cxa_current_exception_type() __attribute__((weak));  // absent in C programs
}

namespace sleave::rt {

namespace {

// Says what assert() would have said, then fails.
[[noreturn]] void fail_assertion(const char* file, unsigned line, const char* function, const char* before,
                                 const char* what, const char* after, std::uintptr_t site) {
  char message[SLEAVE_MESSAGE_BYTES];
  Text text(message, sizeof message - 1);
  text.add(file).add(":").add(static_cast<std::uint64_t>(line)).add(": ");
  if (function != nullptr) text.add(function).add(": ");
  text.add(before).add(what).add(after);
  raw_write(2, message, text.size());
  raw_write(2, "\n", 1);
  fail({SLEAVE_FIND_assertion, message, site, 0, nullptr, SIGABRT});
}

const Thread* exiting;  // the first that called exit
bool terminating;       // std::terminate was called: the abort() to come is its consequence

bool exception_in_flight() {
  return __cxa_current_exception_type != nullptr && __cxa_current_exception_type() != nullptr;
}

[[noreturn]] void fail_terminate(std::uintptr_t site) {
  const Thread& self = *runtime.current;
  if (!exception_in_flight()) {
    fail({SLEAVE_FIND_terminate, "terminate called without an exception in flight", site, 0, nullptr, SIGABRT});
  }
  char message[SLEAVE_MESSAGE_BYTES];
  Text text(message, sizeof message);
  text.add("terminate called after throwing an exception of type ").add(self.throw_type);
  fail({SLEAVE_FIND_terminate, message, site, self.throw_stack, nullptr, SIGABRT});
}

// The handlers still to come run as events of this thread; the outcome is written after the last of them.
void begin_exit(int code, std::uintptr_t site, sleave_exit_way way) {
  plan_takes_effect();
  scheduler.point({SLEAVE_EV_process_exit, site, nullptr, nullptr});
  EventRecord event_record{SLEAVE_EV_process_exit, site};
  event_record.value = static_cast<std::uint64_t>(code);
  event_record.extra = way;
  event_record.flags = SLEAVE_EVENT_CHANGED;
  record_point(event_record);
  runtime.exit_code = code;
  if ((code & 0xff) != 0 && (runtime.plan->flags & SLEAVE_PLAN_FAIL_ON_EXIT) != 0)
    runtime.exit_stack = stack_here(site);
}

// Without handlers: one event, if there are threads that it ends.
void end_at_once(int code, std::uintptr_t site) {
  if (!controlled()) return;
  plan_takes_effect();
  end_of_process_point(SLEAVE_EV_process_exit, code, site);
  finish(code);
}

// type_info as the Itanium C++ ABI lays it out: a vtable pointer, then the mangled name (a leading '*' marks local
// types).
const char* type_name(void* type) {
  const char* name = static_cast<const char* const*>(type)[1];
  return name[0] == '*' ? name + 1 : name;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void exit(int code) {
  if (controlled()) {
    begin_exit(code, SLEAVE_SITE_HERE, SLEAVE_EXIT_HANDLERS);
    // Undefined, and libc would end the process behind our back once the other has taken the last handler.
    if (exiting != nullptr && exiting != runtime.current) _exit(code);
    exiting = runtime.current;
    run_thread_exit_calls(*runtime.current);
    use_exit_handlers(SLEAVE_SITE_HERE);
  }
  REAL(exit)(code);
  __builtin_unreachable();
}

SLEAVE_EXPORT void quick_exit(int code) {
  if (controlled()) begin_exit(code, SLEAVE_SITE_HERE, SLEAVE_EXIT_QUICK);
  REAL(quick_exit)(code);
  __builtin_unreachable();
}

SLEAVE_EXPORT void _exit(int code) {
  end_at_once(code, SLEAVE_SITE_HERE);
  raw_exit(code);
}

SLEAVE_EXPORT void _Exit(int code) {
  end_at_once(code, SLEAVE_SITE_HERE);
  raw_exit(code);
}

SLEAVE_EXPORT void abort() {
  if (controlled()) {
    if (terminating) fail_terminate(SLEAVE_SITE_HERE);
    if (effects_of(SIGABRT) == Effects::handler) raise(SIGABRT);  // it may jump away
    fail({SLEAVE_FIND_abort, "abort() was called", SLEAVE_SITE_HERE, 0, nullptr, SIGABRT});
  }
  REAL(abort)();
  __builtin_unreachable();
}

SLEAVE_EXPORT void __assert_fail(const char* condition, const char* file, unsigned line, const char* function) {
  if (controlled()) {
    fail_assertion(file, line, function, "Assertion `", condition, "' failed", SLEAVE_SITE_HERE);
  }
  REAL(__assert_fail)(condition, file, line, function);
  __builtin_unreachable();
}

SLEAVE_EXPORT void __assert_perror_fail(int error, const char* file, unsigned line, const char* function) {
  if (controlled()) fail_assertion(file, line, function, "Unexpected error: ", strerror(error), "", SLEAVE_SITE_HERE);
  REAL(__assert_perror_fail)(error, file, line, function);
  __builtin_unreachable();
}

SLEAVE_EXPORT void __assert(const char* condition, const char* file, int line) {
  if (controlled()) {
    fail_assertion(file, static_cast<unsigned>(line), nullptr, "Assertion `", condition, "' failed", SLEAVE_SITE_HERE);
  }
  REAL(__assert)(condition, file, line);
  __builtin_unreachable();
}

// Keeps the place of the throw: when nobody catches, the stack of terminate() shows the C++ runtime only.
SLEAVE_EXPORT void __cxa_throw(void* object, void* type, void (*destructor)(void*)) {
  if (controlled()) {
    runtime.current->throw_type = type_name(type);
    if (records_stacks() || runtime.current->in_call) runtime.current->throw_stack = stack_here(SLEAVE_SITE_HERE);
  }
  REAL(__cxa_throw)(object, type, destructor);
  __builtin_unreachable();
}

// The program's own terminate handler may run and print; the run fails when it calls abort(), or here if there is no
// exception whose message it could print.
SLEAVE_EXPORT void _ZSt9terminatev() {
  if (controlled()) {
    if (!exception_in_flight()) fail_terminate(SLEAVE_SITE_HERE);
    terminating = true;
  }
  REAL(_ZSt9terminatev)();
  __builtin_unreachable();
}
