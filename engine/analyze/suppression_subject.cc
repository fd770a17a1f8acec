#include "engine/analyze/suppression_subject.h"

#include "engine/analyze/race_accesses.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

void add_stack(SuppressionSubject& subject, Stack stack) {
  if (!stack.empty()) subject.stacks.push_back(std::move(stack));
}

void add_race(SuppressionSubject& subject, const Trace& trace, Symbolizer& symbolizer) {
  const sleave_trace_race& race = trace.races.back();
  const std::uint64_t earlier = earlier_event(trace, race);
  const bool recorded = earlier < trace.events.size() && trace.events[earlier].stack != SLEAVE_NO_STACK;
  add_stack(subject, recorded ? symbolizer.stack(trace, trace.events[earlier].stack)
                              : symbolizer.frames(trace, race.earlier.site));
  if (trace.header.finding_stack == SLEAVE_NO_STACK) add_stack(subject, symbolizer.frames(trace, race.later.site));
  if (SLEAVE_LOCATION_SPACE(race.location) != SLEAVE_SPACE_MODULE) return;
  const std::optional<Variable> variable =
      symbolizer.variable(trace, SLEAVE_LOCATION_OWNER(race.location), SLEAVE_LOCATION_OFFSET(race.location));
  if (variable) subject.names.push_back(variable->name);
}

}  // namespace

SuppressionSubject suppression_subject(const Trace& trace, Symbolizer& symbolizer) {
  SuppressionSubject subject{finding_name(trace.header.finding), {}, {}};
  if (trace.finding() == SLEAVE_FIND_data_race && !trace.races.empty()) add_race(subject, trace, symbolizer);
  add_stack(subject, symbolizer.stack(trace, trace.header.finding_stack));
  if (trace.finding() != SLEAVE_FIND_deadlock) return subject;
  for (const sleave_trace_thread& thread : trace.threads) {
    add_stack(subject, symbolizer.stack(trace, thread.final_stack));
  }
  return subject;
}

}  // namespace sleave
