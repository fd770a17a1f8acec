#include "engine/analyze/race_accesses.h"

#include <fmt/format.h>

#include <algorithm>

#include "abi/words.h"
#include "engine/analyze/names/object_names.h"
#include "engine/find/symbols/code_origin.h"
#include "engine/trace/event_kinds.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

bool covers(const sleave_event& event, sleave_location location) {
  const std::uint64_t bytes =
      event.kind == SLEAVE_EV_heap_free ? event.value : std::max<std::uint64_t>(access_bytes(event), 1);
  return event.location <= location && location - event.location < bytes;
}

std::string access_title(const sleave_trace_access& access, const sleave_event* event) {
  std::string title = access_kind_words(access.kind);
  if (access.kind > SLEAVE_ACCESS_volatile_write) return title;
  const std::uint64_t bytes = access.bytes == 0 && event != nullptr ? access_bytes(*event) : access.bytes;
  return bytes == 0 ? title : title + fmt::format(" of size {}", bytes);
}

Category lock_category(const Trace& trace, sleave_location lock) {
  for (const sleave_event& event : trace.events) {
    if (event.location == lock && is_lock(category(event.kind))) return category(event.kind);
  }
  return Category::mutex;
}

}  // namespace

std::uint64_t later_event(const Trace& trace, const sleave_trace_race& race) {
  if (race.event == 0 || race.event > trace.events.size()) return trace.events.size();
  const sleave_event& last = trace.events[race.event - 1];
  const bool recorded = last.thread == race.later.thread && last.site == race.later.site;
  return recorded ? race.event - 1 : trace.events.size();
}

std::uint64_t earlier_event(const Trace& trace, const sleave_trace_race& race) {
  for (std::uint64_t i = std::min<std::uint64_t>(race.event, trace.events.size()); i-- > 0;) {
    const sleave_event& event = trace.events[i];
    if (event.thread == race.earlier.thread && event.site == race.earlier.site && covers(event, race.location))
      return i;
  }
  return trace.events.size();
}

std::vector<sleave_location> locks_held(const Trace& trace, std::uint32_t thread, std::uint64_t at) {
  std::vector<sleave_location> held;
  const auto release = [&held](sleave_location lock) {
    const auto last = std::find(held.rbegin(), held.rend(), lock);
    if (last != held.rend()) held.erase(std::next(last).base());
  };
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(at, trace.events.size()); ++i) {
    const sleave_event& event = trace.events[i];
    if (event.thread != thread) continue;
    if (is_acquisition(event)) held.push_back(event.location);
    if (event.kind == SLEAVE_EV_cond_wake && event.extra != 0) held.push_back(event.extra);
    if (event.kind == SLEAVE_EV_cond_wait) release(event.extra);
    if (is_release(event.kind) && (event.flags & SLEAVE_EVENT_FAILED) == 0) release(event.location);
  }
  return held;
}

std::vector<FindingAccess> race_accesses(const Trace& trace, ObjectNames& names, Symbolizer& symbolizer) {
  std::vector<FindingAccess> accesses;
  if (trace.races.empty()) return accesses;
  const sleave_trace_race& race = trace.races.back();
  const auto add = [&](const sleave_trace_access& access, std::uint64_t at, std::uint32_t stack) {
    const sleave_event* event = at < trace.events.size() ? &trace.events[at] : nullptr;
    if (stack == SLEAVE_NO_STACK && event != nullptr) stack = event->stack;
    FindingAccess result;
    result.title = access_title(access, event);
    result.atomic = access.kind == SLEAVE_ACCESS_atomic_read || access.kind == SLEAVE_ACCESS_atomic_write;
    result.thread = access.thread;
    result.object = names.name(race.location, Category::data, std::min<std::uint64_t>(at, trace.events.size()));
    for (const sleave_location lock : locks_held(trace, access.thread, at)) {
      const std::string name = names.name(lock, lock_category(trace, lock), at);
      if (std::find(result.locks.begin(), result.locks.end(), name) == result.locks.end()) result.locks.push_back(name);
    }
    result.stack =
        trim(stack != SLEAVE_NO_STACK ? symbolizer.stack(trace, stack) : symbolizer.frames(trace, access.site),
             Top::program);
    accesses.push_back(std::move(result));
  };
  add(race.later, later_event(trace, race), trace.header.finding_stack);
  add(race.earlier, earlier_event(trace, race), SLEAVE_NO_STACK);
  return accesses;
}

}  // namespace sleave
