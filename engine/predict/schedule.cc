#include "engine/predict/schedule.h"

#include "engine/trace/schedule.h"

namespace sleave::predict {

void decide_order(const Trace& trace, const History& history, const std::vector<EventId>& order,
                  const std::vector<std::uint32_t>& places, Plan& plan) {
  Schedule schedule = schedule_of(trace);
  schedule.segments.clear();
  for (const EventId id : order) schedule.segments.push_back({history.event(id).thread, 1});
  normalize(schedule.segments);
  const bool begins_elsewhere = !schedule.segments.empty() && schedule.segments.front().thread != 0;
  if (begins_elsewhere) schedule.segments.insert(schedule.segments.begin(), {0, 0});
  for (sleave_decision decision : decisions_of(schedule)) {
    decision.thread = places[decision.thread];
    if (decision.kind == SLEAVE_CHOICE_switch_to) decision.value = places[decision.value];
    plan.decisions.push_back(decision);
  }
  plan.decided_events = static_cast<std::uint32_t>(order.size());
}

}  // namespace sleave::predict
