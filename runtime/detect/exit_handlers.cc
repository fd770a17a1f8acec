// What runs when the program ends: atexit handlers and static destructors. While there are threads that nobody joined
// each is an event of the thread that called exit, so that they can run between two of them and after the last, and
// meet what is already destroyed. That libc looks for the next handler is an event too: another thread may register one
// before or after.
#include "runtime/base/arena.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/detect/detect.h"
#include "runtime/race/happens_before.h"
#include "runtime/record/record.h"
#include "runtime/record/state_use.h"
#include "runtime/sched/scheduler.h"

extern "C" int __cxa_atexit(void (*function)(void*), void* argument, void* module) noexcept;

namespace sleave::rt {
namespace {

struct ExitHandler {
  void (*function)(void*);
  void* argument;
};

void exit_handler_point(std::uintptr_t function) {
  if (!scheduler.has_company())
    return;  // nobody could come between: most programs, and a dozen handlers of the library
  const std::uintptr_t site = function + 1;  // sites are return addresses: the instruction before is meant
  scheduler.point({SLEAVE_EV_exit_handler, site, nullptr, nullptr});
  EventRecord event_record{SLEAVE_EV_exit_handler, site};
  event_record.flags = SLEAVE_EVENT_CHANGED;
  event_record.effect = Effect::none;
  record_point(event_record);
}

void run_handler(void* data) {
  const auto& handler = *static_cast<const ExitHandler*>(data);
  if (controlled()) exit_handler_point(reinterpret_cast<std::uintptr_t>(handler.function));
  hb_acquire(&handler);
  handler.function(handler.argument);
  if (controlled()) use_exit_handlers(reinterpret_cast<std::uintptr_t>(handler.function) + 1);
}

ExitHandler* wrapped(void (*function)(void*), void* argument) {
  ExitHandler* handler = arena_new<ExitHandler>();
  *handler = {function, argument};
  hb_release(handler);
  return handler;
}

}  // namespace

void end_of_process_point(sleave_event_kind kind, int code, std::uintptr_t site) {
  if (!scheduler.has_company()) return;
  scheduler.point_of_end({kind, site, nullptr, nullptr});
  EventRecord event_record{kind, site};
  event_record.value = static_cast<std::uint64_t>(code);
  event_record.extra = SLEAVE_EXIT_LAST;
  event_record.flags = SLEAVE_EVENT_CHANGED;
  event_record.effect = Effect::none;
  record_point(event_record);
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int __cxa_atexit(void (*function)(void*), void* argument, void* module) noexcept {
  if (!controlled()) return REAL(__cxa_atexit)(function, argument, module);
  use_state(SLEAVE_CALL___cxa_atexit, SLEAVE_SITE_HERE);
  return REAL(__cxa_atexit)(run_handler, wrapped(function, argument), module);
}
