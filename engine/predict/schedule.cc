#include "engine/predict/schedule.h"

#include <map>
#include <utility>

namespace sleave::predict {
namespace {

using Choices = std::multimap<std::pair<std::uint32_t, std::uint64_t>, const sleave_trace_choice*>;

Choices choices_of(const Trace& trace) {
  Choices choices;
  for (const sleave_trace_choice& choice : trace.choices) {
    if (choice.kind != SLEAVE_CHOICE_reuse) choices.insert({{choice.thread, choice.index}, &choice});
  }
  return choices;
}

}  // namespace

void decide_order(const Trace& trace, const History& history, const std::vector<EventId>& order,
                  const std::vector<std::uint32_t>& places, Plan& plan) {
  const Choices choices = choices_of(trace);
  std::vector<std::uint64_t> executed(trace.threads.size());
  std::uint32_t current = 0;
  const auto decide = [&](std::uint16_t kind, std::uint64_t value) {
    plan.decisions.push_back({.thread = places[current],
                              .kind = kind,
                              .expect = SLEAVE_EV_COUNT,
                              .index = executed[current],
                              .value = value});
  };
  for (const EventId id : order) {
    const std::uint32_t thread = history.event(id).thread;
    if (thread != current) decide(SLEAVE_CHOICE_switch_to, places[thread]);
    current = thread;
    const auto [begin, end] = choices.equal_range({current, executed[current]});
    for (auto choice = begin; choice != end; ++choice) decide(choice->second->kind, choice->second->value);
    ++executed[current];
  }
  plan.decided_events = static_cast<std::uint32_t>(order.size());
}

}  // namespace sleave::predict
