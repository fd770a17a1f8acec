// For tests: the search run to its end on a test program, one machine run for each work item.
#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/strategy/dpor/graph/blocked.h"
#include "engine/strategy/dpor/graph/bound.h"
#include "engine/strategy/dpor/graph/extension.h"
#include "engine/strategy/dpor/graph/failure.h"
#include "engine/strategy/dpor/graph/sequential.h"
#include "engine/strategy/dpor/graph/unordered_stores.h"
#include "engine/testing/behaviors.h"
#include "engine/testing/machine.h"
#include "engine/testing/program.h"

namespace sleave::graph::test {

enum class Schedule { first, last, random };  // which enabled thread continues after a work item's part

struct Searched {
  Behaviors behaviors;
  std::size_t runs = 0;
  std::size_t twice = 0;      // runs of a class that had been run before
  std::size_t overtaken = 0;  // redundant runs: a thread waits for a past event
  std::string problem;        // a work item that could not be run
};

class Search {
 public:
  Search(const Program& program, Schedule schedule, unsigned seed, Bound bound = {})
      : program_(program), schedule_(schedule), random_(seed), bound_(bound) {
    if (program.alike.empty()) return;
    std::map<std::uint32_t, Symmetry::Own> own;
    for (const std::uint32_t thread : program.alike) own[thread] = {kOwn + thread, kOwn + thread, 1};
    symmetry_ = Symmetry({program.alike}, own);
  }

  Searched run() {
    open_.emplace_back();
    while (!open_.empty() && searched_.problem.empty()) {
      const std::size_t pick = schedule_ == Schedule::random ? random_() % open_.size() : open_.size() - 1;
      Graph item = std::move(open_[pick]);
      open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(pick));
      run_item(std::move(item));
    }
    return std::move(searched_);
  }

 private:
  void run_item(Graph item) {
    EventIds order;
    if (!model_.linearize(item, order)) return problem("an inconsistent work item");
    item.renew_clocks(order);
    if (forbids(bound_, item)) return;
    Machine machine(program_, events_);
    for (const EventId id : order) {
      const Event& event = item.event(id);
      if (event.kind == Kind::update_write) continue;
      if (machine.can_give_up(event.thread)) {
        machine.give_up(event.thread);
        continue;
      }
      if (event.fatal) continue;
      if (!machine.enabled(event.thread) && may_turn_out_to_block(event)) return give_up(item, id);
      if (!machine.enabled(event.thread)) return problem("a work item that cannot be repeated");
      machine.run(event.thread, event.outcome);
      if (machine.failed()) return fail(machine, item, event.thread);
    }
    WorkItems further;
    Extension extension(std::move(item), order, {.model = model_, .further = further, .symmetry = symmetry_});
    const std::vector<std::size_t> held = stopped_threads(extension.graph());
    for (std::vector<std::size_t> able = ready(machine, held); !able.empty(); able = ready(machine, held)) {
      const std::size_t thread = lowest_alike(choose(able), able);
      if (machine.can_stop(thread)) {
        machine.stop(thread);
        continue;
      }
      const Step step = machine.can_give_up(thread) ? machine.give_up(thread) : machine.run(thread, 0);
      if (!extension.add(step)) return problem("a run that does not fit its graph");
      if (!machine.failed()) continue;
      const std::set<std::uint64_t> stored = unordered_stores(extension.graph(), {});
      if (!stored.empty()) return begin_again(stored);
      keep(further, machine.threads());
      return fail(machine, extension.graph(), static_cast<std::uint32_t>(thread));
    }
    Steps blocked;
    for (std::size_t i = 0; i < machine.threads(); ++i) {
      if (std::find(held.begin(), held.end(), i) != held.end()) continue;
      if (const std::optional<Step> step = machine.blocked(i)) blocked.push_back(*step);
    }
    const std::set<std::uint64_t> stored = unordered_stores(extension.graph(), blocked);
    if (!stored.empty()) return begin_again(stored);
    const bool ended = extension.end(blocked);
    keep(further, machine.threads());
    if (!includes(bound_, extension.graph())) return;
    if (!distinguished(extension.graph(), symmetry_, machine.complete()).empty())
      return problem("threads are not alike");
    ++searched_.runs;
    bool patient = false;
    for (std::size_t i = 0; i < machine.threads(); ++i) patient = patient || machine.is_patient(i);
    if (machine.overtaken() || !held.empty() || patient || !ended) {
      ++searched_.overtaken;
      return;
    }
    const std::string name = orbit_name(machine, program_.alike);
    searched_.twice += searched_.behaviors.complete.count(name) + searched_.behaviors.deadlocked.count(name);
    searched_.behaviors.add(machine, program_.alike);
  }

  void begin_again(const std::set<std::uint64_t>& stored) {
    events_.insert(stored.begin(), stored.end());
    searched_ = Searched();
    open_.assign(1, Graph());
  }

  void keep(const WorkItems& further, std::size_t threads) {
    for (std::size_t i = 0; i < further.size(); ++i) {
      std::optional<Graph> graph = graph_from_bytes(further[i], threads);
      if (!graph) return problem("a work item that cannot be read");
      open_.push_back(std::move(*graph));
    }
  }

  void give_up(const Graph& graph, EventId blocked) {
    ++searched_.runs;
    ++searched_.overtaken;
    if (std::optional<Graph> rest = without_blocked(graph, blocked)) offer(std::move(*rest));
  }

  void fail(const Machine& machine, const Graph& graph, std::uint32_t thread) {
    ++searched_.runs;
    searched_.behaviors.add(machine, program_.alike);
    if (std::optional<Graph> rest = stopped(graph, thread)) offer(std::move(*rest));
  }

  void offer(Graph graph) {
    if (is_sorted(graph, symmetry_)) open_.push_back(std::move(graph));
  }

  static std::vector<std::size_t> stopped_threads(const Graph& graph) {
    std::vector<std::size_t> threads;
    for (std::uint32_t i = 0; i < graph.threads(); ++i) {
      if (graph.is_stopped(i)) threads.push_back(i);
    }
    return threads;
  }

  // A thread polls without success once all other threads wait as well, or, to try that too, at any time. At a retry
  // that fails, it stops for good or waits.
  [[nodiscard]] std::vector<std::size_t> ready(const Machine& machine, const std::vector<std::size_t>& held) const {
    std::vector<std::size_t> able;
    const auto is_held = [&](std::size_t i) { return std::find(held.begin(), held.end(), i) != held.end(); };
    for (std::size_t i = 0; i < machine.threads(); ++i) {
      if (is_held(i)) continue;
      const bool may_stop = machine.can_give_up(i) || machine.can_stop(i);
      if (machine.enabled(i) || (schedule_ == Schedule::random && may_stop)) able.push_back(i);
    }
    for (std::size_t i = 0; able.empty() && i < machine.threads(); ++i) {
      if (!is_held(i) && machine.can_give_up(i)) able.push_back(i);
    }
    return able;
  }

  std::size_t choose(const std::vector<std::size_t>& enabled) {
    if (schedule_ == Schedule::first) return enabled.front();
    return schedule_ == Schedule::last ? enabled.back() : enabled[random_() % enabled.size()];
  }

  // Of alike threads the lowest that can continue.
  [[nodiscard]] std::size_t lowest_alike(std::size_t thread, const std::vector<std::size_t>& able) const {
    const std::vector<std::uint32_t>& alike = program_.alike;
    if (std::find(alike.begin(), alike.end(), thread) == alike.end()) return thread;
    const auto can = [&](std::uint32_t other) { return std::find(able.begin(), able.end(), other) != able.end(); };
    return *std::find_if(alike.begin(), alike.end(), can);
  }

  void problem(const char* text) { searched_.problem = text; }

  const Program& program_;
  Schedule schedule_;
  std::mt19937 random_;
  Bound bound_;
  SequentialConsistency model_;
  Symmetry symmetry_;
  std::vector<Graph> open_;
  std::set<std::uint64_t> events_;  // locations whose failed retries are events
  Searched searched_;
};

}  // namespace sleave::graph::test
