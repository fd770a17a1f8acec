#include "engine/trace/last_change.h"

#include <algorithm>
#include <vector>

#include "engine/trace/words.h"

namespace sleave {

std::size_t events_that_count(const Trace& trace) {
  if (trace.finding() != SLEAVE_FIND_no_progress) return trace.events.size();
  const auto changes = [](const sleave_event& event) { return (event.flags & SLEAVE_EVENT_CHANGED) != 0; };
  const auto last = std::find_if(trace.events.rbegin(), trace.events.rend(), changes);
  return static_cast<std::size_t>(trace.events.rend() - last);
}

Trace up_to_last_change(Trace trace) {
  const std::size_t end = events_that_count(trace);
  for (std::size_t i = trace.events.size(); i-- > end;) {
    const sleave_event& event = trace.events[i];
    if (!is_point(event.kind)) continue;
    sleave_trace_thread& thread = trace.threads[event.thread];
    thread.pending_kind = event.kind;
    thread.pending_site = event.site;
    thread.pending_location = event.location;
  }
  trace.events.resize(end);
  const auto points = std::count_if(trace.events.begin(), trace.events.end(),
                                    [](const sleave_event& event) { return is_point(event.kind); });
  std::erase_if(trace.choices, [&](const sleave_trace_choice& choice) {
    return choice.position > static_cast<std::uint64_t>(points);
  });
  return trace;
}

Plan plan_to_last_change(const Trace& trace, const Plan& original) {
  Plan plan = plan_from_trace(up_to_last_change(trace), original);
  plan.spin_repeats = original.spin_repeats;
  return plan;
}

}  // namespace sleave
