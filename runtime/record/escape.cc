#include "runtime/record/escape.h"

#include <string.h>

#include "runtime/base/process.h"
#include "runtime/base/runtime.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/trace/site.h"

namespace sleave::rt {

namespace {

bool is_same(const sleave_trace_uncontrolled& entry, const sleave_trace_uncontrolled& other) {
  return entry.kind == other.kind && entry.function == other.function && entry.target == other.target &&
         strcmp(entry.name, other.name) == 0;
}

void add(const sleave_trace_uncontrolled& escape) {
  sleave_section& section = runtime.trace->sections[SLEAVE_SECTION_UNCONTROLLED];
  auto* entries = reinterpret_cast<sleave_trace_uncontrolled*>(reinterpret_cast<char*>(runtime.trace) + section.offset);
  for (std::uint64_t i = 0; i < section.count; ++i) {
    if (!is_same(entries[i], escape)) continue;
    ++entries[i].count;
    return;
  }
  if (section.count == section.capacity) return;  // so many are there that one more changes no result
  entries[section.count++] = escape;
}

sleave_trace_uncontrolled escape_here(sleave_escape_kind kind, unsigned function, std::uintptr_t site) {
  sleave_trace_uncontrolled escape = {};
  escape.kind = kind;
  escape.function = function;
  escape.thread = runtime.current->index;
  escape.count = 1;
  escape.first_index = runtime.current->events;
  escape.first_site = site_of(site);
  return escape;
}

}  // namespace

void record_uncontrolled(unsigned function, std::uintptr_t site) {
  if (!runtime.planned) return;
  retire(SLEAVE_RETIREMENT_call);
  runtime.current->last_uncontrolled = function + 1;
  EventRecord event_record{SLEAVE_EV_uncontrolled_call, site};
  event_record.value = function;
  record_note(event_record);
  add(escape_here(SLEAVE_ESCAPE_intercepted, function, site));
}

void record_gap(sleave_intercept function, std::uintptr_t site) {
  if (!runtime.planned || runtime.serial || !scheduler.has_company()) return;
  add(escape_here(SLEAVE_ESCAPE_gap, function, site));
}

void record_escape(sleave_escape_kind kind, const char* name, std::uintptr_t target, std::uintptr_t site) {
  if (scheduler.has_company()) record_late_escape(kind, name, target, site);
}

void record_late_escape(sleave_escape_kind kind, const char* name, std::uintptr_t target, std::uintptr_t site) {
  if (!runtime.planned || runtime.serial) return;
  sleave_trace_uncontrolled escape = escape_here(kind, SLEAVE_CALL_COUNT, site);
  escape.target = target != 0 ? site_of(target) : 0;
  strncpy(escape.name, name, sizeof escape.name - 1);
  add(escape);
}

}  // namespace sleave::rt
