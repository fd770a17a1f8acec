#include "engine/minimize/reduce/size.h"

#include <algorithm>

#include "engine/analyze/names/shape_words.h"
#include "engine/trace/livelock.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

// A thread may fail before its first event since it was switched to; then no event carries the switch.
void add_switch_into_failure(const Trace& trace, RunSize& size) {
  const auto point = [](const sleave_event& event) { return is_point(event.kind); };
  const auto last = std::find_if(trace.events.rbegin(), trace.events.rend(), point);
  if (last == trace.events.rend() || trace.finding() == SLEAVE_FIND_no_progress) return;
  if (trace.finding() == SLEAVE_FIND_deadlock || trace.header.thread == last->thread) return;
  ++size.switches;
  size.preemptions += trace.threads[last->thread].state == SLEAVE_THREAD_ENABLED;
}

}  // namespace

RunSize size_of(const Trace& trace) {
  RunSize size;
  const auto chosen = [](const sleave_trace_choice& choice) { return choice.value != 0; };
  size.choices = static_cast<std::uint64_t>(std::count_if(trace.choices.begin(), trace.choices.end(), chosen));
  for (const sleave_trace_choice& choice : trace.choices) {
    if (choice.kind == SLEAVE_CHOICE_timer) size.timers_late += choice.index;
  }
  std::vector<bool> ran(trace.threads.size());
  for (std::size_t i = 0, end = events_before_livelock(trace); i < end; ++i) {
    const sleave_event& event = trace.events[i];
    if (!is_point(event.kind)) continue;
    ++size.events;
    ran[event.thread] = true;
    size.switches += (event.flags & SLEAVE_EVENT_SWITCHED) != 0;
    size.preemptions += (event.flags & SLEAVE_EVENT_PREEMPTED) != 0;
  }
  size.threads = static_cast<std::uint64_t>(std::count(ran.begin(), ran.end(), true));
  add_switch_into_failure(trace, size);
  const ShapeSize shapes = shape_size(trace);
  size.aliases = shapes.aliases;
  size.nodes = shapes.nodes;
  for (const std::uint8_t byte : trace.input_bytes) {
    size.input_bytes += byte != 0;
    size.input_sum += byte;
  }
  return size;
}

}  // namespace sleave
