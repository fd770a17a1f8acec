// Calls of a client (include/sleave/client.hpp): when they begin and end, and how their results are judged.
//
// A call lasts from its first to its last event. The marks themselves are no events: they can be moved to there without
// a change of what any thread does. The judgment makes the calls again, one after the other. That is code of one thread
// after all others were joined, which nothing in the run depends on, so it is not recorded and accesses are not
// watched.
#include "runtime/record/calls.h"

#include <cstddef>
#include <cstdint>

#include "runtime/base/outcome.h"
#include "runtime/base/process.h"
#include "runtime/base/runtime.h"
#include "runtime/fiber/carrier.h"
#include "runtime/race/race.h"
#include "runtime/record/record.h"
#include "runtime/sched/choose.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sched/stuck.h"
#include "runtime/state/progress.h"
#include "runtime/state/search.h"
#include "runtime/state/watch.h"

extern "C" {
std::uint32_t __sleave_choose(std::uint32_t alternatives);
void __sleave_exclude();
void __sleave_client(const char* text);
void __sleave_call_begins(std::uint32_t number);
void __sleave_call_ends(std::uint32_t number, std::uint64_t* first, std::uint64_t* last);
int __sleave_serial_begins();
void __sleave_serial_order(std::uint64_t calls, std::uint32_t count, int complete);
int __sleave_serial_try(void (*function)(void*), void* argument);
void __sleave_serial_ends();
void __sleave_when_stuck(const char* (*judge)(void*, int), void* argument);
void __sleave_wrong_exception(std::uint32_t number);
void __sleave_not_linearizable(const char* history);
}

namespace sleave::rt {
namespace {

std::uint64_t serial_events;
std::uint32_t watched;

const char* client;
void* attempt[5];  // where an attempt began (__builtin_setjmp)
bool is_attempt;
std::uint64_t attempt_events;
constexpr std::uint64_t kMostInAttempt = 10'000;  // a loop that makes more waits for somebody

constexpr std::uint32_t kMostCalls = 64;  // as in include/sleave/client/history.hpp
std::uint32_t thrown_at[kMostCalls];      // stacks, by call
std::uint32_t wrong_throw;                // of the call to be reported

const char* (*stuck_judge)(void*, int);
void* stuck_argument;
sleave_finding_kind stuck_finding;
const char* stuck_message;

bool is_recorded() { return controlled() && runtime.recorded; }

void note_call(sleave_event_kind kind, std::uint32_t number, std::uintptr_t site) {
  EventRecord event_record{kind, site};
  event_record.value = number;
  record_chance(event_record);
}

// Where a run makes one call after the other, another thread may make the next one.
void let_others_call(std::uintptr_t site) {
  if (runtime.plan->tail_policy != SLEAVE_POLICY_serial) return;
  scheduler.point({SLEAVE_EV_yield, site, nullptr, nullptr});
  EventRecord event_record{SLEAVE_EV_yield, site};
  event_record.effect = Effect::none;
  record_point(event_record);
}

}  // namespace

const char* client_text() { return client; }

void end_attempt() {
  if (!runtime.serial || !is_attempt) return;
  is_attempt = false;
  __builtin_longjmp(attempt, 1);
}

void serial_event() {
  if (is_attempt && serial_events - attempt_events > kMostInAttempt) end_attempt();
  if (++serial_events >= runtime.plan->max_events) report_step_limit();
}

bool is_stuck;

void judge_wait(sleave_finding_kind finding, const char* message) {
  if (stuck_judge == nullptr || runtime.serial || is_stuck) return;
  is_stuck = true;
  stuck_finding = finding;
  stuck_message = message;
  Thread& main = scheduler.thread(0);
  if (runtime.current == &main) report_stuck();
  race_switch(main);
  switch_carrier(*runtime.current, main);
}

// The others stay where they are: the judgment uses objects of its own.
void report_stuck() {
  is_stuck = false;
  Thread& self = *runtime.current;
  const Pending pending = self.pending;
  const auto state = self.state;
  const std::uint32_t depth = runtime.depth;
  const bool in_search = is_search();
  begin_serial_part();
  scheduler.forget_wait();
  scheduler.hold_others(true);
  runtime.depth = 0;
  const char* judged = stuck_judge(stuck_argument, in_search ? 1 : 0);
  runtime.depth = depth;
  leave_serial_part();
  scheduler.hold_others(false);
  self.pending = pending;
  self.state = state;
  if (judged != nullptr && *judged == 0) report_waiting();
  fail({stuck_finding, judged == nullptr ? stuck_message : judged, pending.site, 0, pending.object});
}

void begin_serial_part() {
  runtime.serial = true;
  runtime.recorded = false;
  watched = __sleave_watch.accesses;
  watch_accesses(SLEAVE_ACCESSES_TO_NOBODY);
}

void leave_serial_part() {
  if (!runtime.serial) return;
  runtime.serial = false;
  runtime.recorded = true;
  watch_accesses(static_cast<sleave_accesses_matter>(watched));
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT std::uint32_t __sleave_choose(std::uint32_t alternatives) {
  if (!controlled() || alternatives < 2) return 0;
  plan_takes_effect();
  scheduler.point({SLEAVE_EV_client_choice, SLEAVE_SITE_HERE, nullptr, nullptr});
  EventRecord event_record{SLEAVE_EV_client_choice, SLEAVE_SITE_HERE};
  event_record.value = choose(SLEAVE_CHOICE_client, alternatives);
  event_record.extra = alternatives;
  event_record.effect = Effect::none;
  record_point(event_record);
  return static_cast<std::uint32_t>(event_record.value);
}

SLEAVE_EXPORT void __sleave_exclude() {
  if (controlled()) report_excluded();
}

// For reports of failures; the text stays where it is.
SLEAVE_EXPORT void __sleave_client(const char* text) {
  if (controlled()) client = text;
}

SLEAVE_EXPORT void __sleave_call_begins(std::uint32_t number) {
  if (!is_recorded()) return;
  let_others_call(SLEAVE_SITE_HERE);
  note_call(SLEAVE_EV_call_begins, number, SLEAVE_SITE_HERE);
  runtime.current->first_step = 0;
  runtime.current->throw_stack = SLEAVE_NO_STACK;
  runtime.current->in_call = true;
  note_progress();
}

// Both 0: the call has no events.
SLEAVE_EXPORT void __sleave_call_ends(std::uint32_t number, std::uint64_t* first, std::uint64_t* last) {
  if (!is_recorded()) return;
  Thread& self = *runtime.current;
  self.in_call = false;
  note_progress();
  if (number < kMostCalls) thrown_at[number] = self.throw_stack;
  *first = self.first_step;
  *last = self.first_step == 0 ? 0 : self.last_step;
  note_call(SLEAVE_EV_call_ends, number, SLEAVE_SITE_HERE);
}

// Returns whether all orders are asked for. While another thread exists, everything stays part of the run.
SLEAVE_EXPORT int __sleave_serial_begins() {
  if (!is_recorded()) return 0;
  const bool asked = is_search();
  if (!scheduler.has_company()) begin_serial_part();
  return asked ? 1 : 0;
}

SLEAVE_EXPORT void __sleave_serial_order(std::uint64_t calls, std::uint32_t count, int complete) {
  if (!controlled() || !runtime.planned) return;
  EventRecord event_record{SLEAVE_EV_serial_order, SLEAVE_SITE_HERE};
  event_record.value = calls;
  event_record.extra = count;
  if (complete == 0) event_record.flags = SLEAVE_EVENT_FAILED;
  record_chance(event_record);
}

// Calls the function; 0: it would have to wait for another thread, and was abandoned where it was.
SLEAVE_EXPORT __attribute__((noinline)) int __sleave_serial_try(void (*function)(void*), void* argument) {
  if (!controlled() || !runtime.serial) {
    function(argument);
    return 1;
  }
  const std::size_t held = runtime.current->held.size();
  attempt_events = serial_events;
  is_attempt = true;
  if (__builtin_setjmp(attempt) == 0) {
    function(argument);
    is_attempt = false;
    return 1;
  }
  runtime.depth = 0;
  scheduler.forget_wait();
  while (runtime.current->held.size() > held) runtime.current->held.remove(runtime.current->held.size() - 1);
  return 0;
}

// `judge` is called when no thread can continue, with whether all orders are asked for, and returns what is to be
// reported; null: only that; empty: nothing.
SLEAVE_EXPORT void __sleave_when_stuck(const char* (*judge)(void*, int), void* argument) {
  if (!is_recorded()) return;
  stuck_judge = judge;
  stuck_argument = argument;
}

SLEAVE_EXPORT void __sleave_serial_ends() { leave_serial_part(); }

// The call ended with an exception that the report is about.
SLEAVE_EXPORT void __sleave_wrong_exception(std::uint32_t number) {
  if (controlled() && number < kMostCalls) wrong_throw = thrown_at[number];
}

SLEAVE_EXPORT void __sleave_not_linearizable(const char* history) {
  if (controlled()) fail({SLEAVE_FIND_not_linearizable, history, SLEAVE_SITE_HERE, wrong_throw});
}
