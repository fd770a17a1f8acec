// Extension: from one run to the next graphs.
//
// The algorithm is of the TruSt family (Kokologiannakis, Marmanis, Gladstein, Vafeiadis, POPL 2022), written for
// repeated runs: a work item is a graph; its run repeats the graph in some order and then continues freely, each new
// event reading the newest write or writing last (the *canonical* choice; under sequential consistency that is what
// memory does). As each event is added, the graphs in which it chose otherwise become work items:
//
//   forward    a read that takes an older write, a write that goes earlier in the modification order, another outcome;
//   backward   (revisit.h) an earlier read that takes the new write.
//
// Every equivalence class of runs is reached from exactly one work item, whatever the order of runs and items. An
// operation that would block is no event while it would: its thread waits. The alternatives of such a thread are
// considered at the end of the run.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/model/step.h"
#include "engine/strategy/dpor/graph/exploration.h"
#include "engine/strategy/dpor/graph/graph.h"
#include "engine/strategy/dpor/graph/memory_model.h"

namespace sleave::graph {

class Extension {
 public:
  // `graph` is consistent and `order` one that linearize() made.
  Extension(Graph graph, const EventIds& order, const Exploration& exploration);

  // The run's next step after those of the graph. False if it found a state that the graph does not have: something
  // outside the graph changed it, and this run cannot be used further.
  [[nodiscard]] bool add(const Step& step);

  // The run ended and left threads at these steps, which would block. False if one of them would not: its thread
  // stopped where it had found another state, and the graph with that step is a work item instead.
  bool end(std::span<const Step> blocked);

  [[nodiscard]] const Graph& graph() const { return graph_; }

 private:
  std::uint32_t locate(const Step& step);
  [[nodiscard]] std::uint32_t location_named(std::uint64_t name) const;  // kNoLocation if there is none
  bool add_read(const Step& step);
  bool add_write(const Step& step);
  bool add_update(const Step& step);
  void add_choice(const Step& step);
  void add_branch(const Step& step);
  void append(const Event& event);
  void emit(Event event);
  void try_update(const Event& read, std::size_t position, std::uint16_t outcome);
  void try_older_sources(const Event& read);
  bool resume(const Event& update);
  [[nodiscard]] Event event_of(const Step& step, Kind kind, std::uint32_t location = kNoLocation) const;
  [[nodiscard]] EventId waker_of(const Step& step) const;
  [[nodiscard]] EventId creation_of(std::uint32_t thread) const;

  Graph graph_;
  Exploration exploration_;
  std::unique_ptr<Visibility> visibility_;
  RecycledVector<std::pair<std::uint64_t, std::uint32_t>> locations_;  // sorted by name
};

}  // namespace sleave::graph
