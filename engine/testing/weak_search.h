// For tests: the search under a weak memory model run to its end on a weak_program.h.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/strategy/dpor/graph/extension.h"
#include "engine/strategy/dpor/graph/memory_model.h"
#include "engine/strategy/dpor/graph/weak/departures.h"
#include "engine/testing/weak_program.h"

namespace sleave::graph::test::weak {

struct Found {
  std::set<std::string> complete;
  std::set<std::string> blocked;
  std::size_t twice = 0;
  bool departs = false;  // from sequential consistency, in a search under it that is watched
  std::string problem;
};

class Search {
 public:
  Search(const Program& program, const MemoryModel& model, unsigned seed)
      : program_(program), model_(model), random_(seed) {
    if (program.alike.empty()) return;
    std::map<std::uint32_t, Symmetry::Own> own;
    for (const std::uint32_t thread : program.alike) own[thread] = {};
    symmetry_ = Symmetry({program.alike}, own);
  }

  // Looks for departures from sequential consistency that a model allows.
  void watch(WeakModel model) { departures_ = model; }

  Found run() {
    open_.emplace_back();
    while (!open_.empty() && found_.problem.empty()) {
      Graph item = std::move(open_.back());
      open_.pop_back();
      run_item(std::move(item));
    }
    return std::move(found_);
  }

 private:
  void run_item(Graph item) {
    EventIds order;
    if (!model_.linearize(item, order)) return problem("an inconsistent work item");
    item.renew_clocks(order);
    Machine machine(program_);
    std::set<EventId> placed;
    for (const EventId id : order) {
      const Event& event = item.event(id);
      if (event.kind == Kind::update_write) continue;
      const std::size_t position = position_in(item, id, placed);
      if (!machine.can_take(event.thread, position)) return problem("a work item that cannot be repeated");
      machine.run(event.thread, position);
    }
    WorkItems further;
    Extension extension(std::move(item), order, {.model = model_, .further = further, .symmetry = symmetry_});
    for (std::vector<std::size_t> able = ready(machine); !able.empty(); able = ready(machine)) {
      const std::size_t thread = lowest_alike(able[random_() % able.size()], able);
      const std::size_t newest = machine.has_location(thread) ? machine.stores(machine.next(thread).x) : 0;
      if (!extension.add(machine.run(thread, newest))) return problem("a run that does not fit its graph");
    }
    Steps blocked;
    for (std::size_t i = 0; i < machine.threads(); ++i) {
      if (!machine.ended(i)) blocked.push_back(machine.pending(i));
    }
    const bool ended = extension.end(blocked);
    for (std::size_t i = 0; i < further.size(); ++i) {
      std::optional<Graph> graph = graph_from_bytes(further[i], machine.threads());
      if (!graph) return problem("a work item that cannot be read");
      open_.push_back(std::move(*graph));
    }
    if (!ended || machine.is_redundant()) return;
    for (auto id = static_cast<EventId>(order.size()); id < extension.graph().size(); ++id) order.push_back(id);
    look_for_departure(extension.graph(), order);
    if (!machine.complete()) found_.departs = true;  // what waits there is in no graph
    std::set<std::string>& classes = machine.complete() ? found_.complete : found_.blocked;
    if (!classes.insert(machine.orbit_name()).second) ++found_.twice;
  }

  void look_for_departure(const Graph& graph, const EventIds& order) {
    if (!departures_ || found_.departs) return;
    std::uint64_t checks = 0;
    found_.departs = has_departure(graph, order, *departures_, checks);
  }

  // Among the stores that have been made so far.
  static std::size_t position_in(const Graph& graph, EventId id, std::set<EventId>& placed) {
    const Event& event = graph.event(id);
    if (event.location == kNoLocation) return 0;
    const EventIds& writes = graph.location(event.location).writes;
    const EventId own = event.kind == Kind::update ? event.partner : id;
    std::size_t position = 0;
    for (const EventId write : writes) {
      if (event.kind == Kind::write && write == id) break;
      if (placed.contains(write)) ++position;
      if (event.reads() && write == event.source) break;
    }
    if (event.reads() && event.source == kInitial) position = 0;
    if (own != kNoEvent && graph.event(own).writes()) placed.insert(own);
    return position;
  }

  static std::vector<std::size_t> ready(const Machine& machine) {
    std::vector<std::size_t> able;
    for (std::size_t i = 0; i < machine.threads(); ++i) {
      if (machine.enabled(i)) able.push_back(i);
    }
    return able;
  }

  // Of alike threads the lowest that can continue.
  [[nodiscard]] std::size_t lowest_alike(std::size_t thread, const std::vector<std::size_t>& able) const {
    const std::vector<std::uint32_t>& alike = program_.alike;
    if (std::find(alike.begin(), alike.end(), thread) == alike.end()) return thread;
    return *std::find_if(alike.begin(), alike.end(),
                         [&](std::uint32_t other) { return std::find(able.begin(), able.end(), other) != able.end(); });
  }

  void problem(const char* text) { found_.problem = text; }

  const Program& program_;
  const MemoryModel& model_;
  std::mt19937 random_;
  Symmetry symmetry_;
  std::optional<WeakModel> departures_;
  std::vector<Graph> open_;
  Found found_;
};

}  // namespace sleave::graph::test::weak
