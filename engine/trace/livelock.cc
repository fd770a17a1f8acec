#include "engine/trace/livelock.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "engine/trace/words.h"

namespace sleave {

std::size_t events_before_livelock(const Trace& trace) {
  if (trace.finding() != SLEAVE_FIND_no_progress) return trace.events.size();
  const auto changes = [](const sleave_event& event) { return (event.flags & SLEAVE_EVENT_CHANGED) != 0; };
  const auto last = std::find_if(trace.events.rbegin(), trace.events.rend(), changes).base();
  const auto what = [](const sleave_event& event) { return std::tuple(event.thread, event.kind, event.site); };
  std::map<std::tuple<std::uint32_t, std::uint8_t, sleave_site>, std::size_t> times;
  for (auto event = last; event != trace.events.end(); ++event) ++times[what(*event)];
  auto end = trace.events.end();
  while (end != last && (!is_point((end - 1)->kind) || times[what(*(end - 1))] > 1)) --end;
  return static_cast<std::size_t>(end - trace.events.begin());
}

Trace run_before_livelock(Trace trace) {
  const std::size_t end = events_before_livelock(trace);
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

Plan plan_before_livelock(const Trace& trace, const Plan& original) {
  Plan plan = plan_from_trace(run_before_livelock(trace), original);
  plan.spin_repeats = original.spin_repeats;
  return plan;
}

}  // namespace sleave
