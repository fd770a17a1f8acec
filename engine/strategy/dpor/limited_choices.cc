#include "engine/strategy/dpor/limited_choices.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/model/step.h"
#include "engine/strategy/dpor/graph/bound.h"

namespace sleave {
namespace {

// Every allocation of a run may fail, and those after it again.
constexpr std::size_t kMostFailedAllocations = 1;
constexpr const char* kAllocationBound = "1 failed allocation";

bool is_failed_allocation(const graph::Event& event) {
  if (event.kind != graph::Kind::choice || event.outcome == 0) return false;
  const auto place = static_cast<graph::ChoicePlace>(event.value);
  return place == graph::ChoicePlace::after_previous || place == graph::ChoicePlace::with_next;
}

bool has_too_many_failed_allocations(const graph::Graph& graph) {
  return std::count_if(graph.events().begin(), graph.events().end(), is_failed_allocation) >
         static_cast<std::ptrdiff_t>(kMostFailedAllocations);
}

bool is_time_out(const graph::Event& event) {
  return event.operation.op == graph::Op::unsigned_max && event.operation.b == graph::kTimeOut;
}

// Whether a graph made from this one has too many as well: what has been decided is never deleted.
bool will_have_too_many_time_outs(const graph::Graph& graph, std::size_t most) {
  std::size_t chosen = 0;
  for (const graph::Event& event : graph.events()) {
    chosen += graph::chosen_end(event.operation, event.outcome) == graph::ChosenEnd::time_out ? 1 : 0;
  }
  if (chosen > most) return true;
  if (!has_too_many_time_outs(graph, most)) return false;
  const std::vector<std::uint8_t> decided = graph::decided_part(graph);
  std::size_t happened = 0;
  for (graph::EventId id = 0; id < graph.size(); ++id) {
    happened += decided[id] != 0 && is_time_out(graph.event(id)) ? 1 : 0;
  }
  return happened > most;
}

// Every wait of a loop may end by itself, and the next one again.
constexpr std::size_t kMostSpuriousWakeUps = 1;
constexpr const char* kSpuriousBound = "1 spurious wake-up";

bool wakes_spuriously_too_often(const graph::Graph& graph) {
  const auto spurious = [](const graph::Event& event) {
    return graph::chosen_end(event.operation, event.outcome) == graph::ChosenEnd::spurious;
  };
  return std::count_if(graph.events().begin(), graph.events().end(), spurious) >
         static_cast<std::ptrdiff_t>(kMostSpuriousWakeUps);
}

}  // namespace

bool has_too_many_time_outs(const graph::Graph& graph, std::size_t most) {
  return static_cast<std::size_t>(std::count_if(graph.events().begin(), graph.events().end(), is_time_out)) > most;
}

std::string time_out_words(std::size_t most) { return std::to_string(most) + (most == 1 ? " time-out" : " time-outs"); }

std::string words_of_limited_choices(const graph::Graph& graph, std::size_t most_time_outs) {
  if (will_have_too_many_time_outs(graph, most_time_outs)) return time_out_words(most_time_outs);
  if (has_too_many_failed_allocations(graph)) return kAllocationBound;
  return wakes_spuriously_too_often(graph) ? kSpuriousBound : "";
}

}  // namespace sleave
