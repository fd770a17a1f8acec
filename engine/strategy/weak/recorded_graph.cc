#include "engine/strategy/weak/recorded_graph.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace sleave {
namespace {

bool takes_old_store(const sleave_trace_choice& choice) {
  return choice.kind == SLEAVE_CHOICE_read_from || choice.kind == SLEAVE_CHOICE_place;
}

}  // namespace

bool takes_old_stores(const Trace& trace) {
  return std::any_of(trace.choices.begin(), trace.choices.end(), takes_old_store);
}

RunSteps recorded_steps(const Trace& trace) {
  std::vector<std::uint32_t> threads(trace.threads.size());
  std::iota(threads.begin(), threads.end(), 0u);
  return steps_of(trace, threads, ChoiceSet(), LearnedFacts(), nullptr, true);
}

graph::StoresTaken recorded_stores(const Trace& trace) {
  graph::StoresTaken taken;
  for (const sleave_trace_choice& choice : trace.choices) {
    if (takes_old_store(choice)) taken[{choice.thread, choice.index}] = choice.value;
  }
  return taken;
}

bool is_allowed_with(std::span<const graph::Step> steps, const graph::StoresTaken& taken, graph::WeakModel model) {
  const graph::Graph graph = graph_of_run(steps, taken);
  graph::EventIds order(graph.size());
  std::iota(order.begin(), order.end(), graph::EventId{0});
  return is_allowed(graph, order, model);
}

}  // namespace sleave
