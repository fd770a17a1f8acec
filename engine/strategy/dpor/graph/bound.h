// Bounds of a search: executions that need more than a given number of preemptions, or interferences, are left out.
//
// A graph's cost never grows when events are removed from its end. The *decided* part of a graph (its choices that are
// not canonical, and everything they depend on) stays in every graph that is made from it. So a graph whose decided
// part costs too much can be dropped with everything that would be made from it, and no other graph can: the canonical
// rest may still be deleted. A finished graph counts if all of it costs no more than the bound.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/model/bound.h"
#include "engine/strategy/dpor/graph/graph.h"

namespace sleave::graph {

// Whether no graph made from this one can cost less than the bound.
bool forbids(const Bound& bound, const Graph& graph);
// Whether a finished graph costs no more.
bool includes(const Bound& bound, const Graph& graph);

// Whether no older event shows that this one deviates from the canonical choice. (A read of a newer write may still be
// deleted by another that needs that write as well; only the write itself stays.)
bool chose_canonically(const Graph& graph, EventId id);

// Of each event, whether it is in the decided part.
std::vector<std::uint8_t> decided_part(const Graph& graph);

// Of the events for which `kept` is not 0, which must be closed under what they depend on.
std::uint32_t interferences(const Graph& graph, const std::vector<std::uint8_t>& kept);
// None: there are more than `most`. Gives up on graphs with very many orders, and says 0.
std::optional<std::uint32_t> preemptions(const Graph& graph, const std::vector<std::uint8_t>& kept, std::uint32_t most);

}  // namespace sleave::graph
