// What a run shows: new events, new ways to come to known ones, and from them new candidates.
#include <algorithm>

#include "engine/base/rng.h"
#include "engine/strategy/interference/search.h"

namespace sleave::interference {

// Puts the run's events into the forest and finds out what each read took.
void Search::place(const Run& run) {
  positions_.assign(run.events.size(), {});
  by_thread_.clear();
  operations_of_run_.clear();
  interferences_of_run_.clear();
  std::vector<NodeId> leaves;
  std::map<std::uint32_t, NodeId> creations;      // by thread
  std::map<std::uint64_t, std::uint32_t> newest;  // by location
  std::set<std::uint64_t> used;                   // synchronization objects
  for (std::uint32_t at = 0; at < run.events.size(); ++at) {
    const Event& event = run.events[at];
    Position& position = positions_[at];
    if (event.thread >= leaves.size()) {
      leaves.resize(event.thread + 1, kNone);
      by_thread_.resize(event.thread + 1);
    }
    NodeId before = leaves[event.thread];
    if (event.kind == Kind::start) before = creations.contains(event.thread) ? creations[event.thread] : kNone;
    position.node = leaves[event.thread] = forest_.add(before, event);
    by_thread_[event.thread].push_back(at);
    if (event.kind == Kind::create) creations[event.other] = position.node;
    if (event.kind == Kind::sync) {
      operations_of_run_.push_back(at);
      if (used.insert(event.location).second && event.operation.checked) {
        states_.try_emplace(event.location, event.operation.found);
      }
    }
    if (event.kind == Kind::read) {
      const auto write = newest.find(event.location);
      if (write != newest.end()) {
        position.source = write->second;
        if (positions_[write->second].node != forest_[position.node].local) interferences_of_run_.push_back(at);
      } else {
        expr::Word value = 0;
        unsigned low = 0;
        for (const std::uint32_t variable : feasibility_.variables_of(event.symbol)) {
          value |= expr::Word{variable < run.values.size() ? run.values[variable] : std::uint8_t{0}} << low;
          low += 8;
        }
        contents_.try_emplace(event.location, pool_.constant(pool_.width(event.symbol), value));
      }
    }
    if (event.kind == Kind::write) newest[event.location] = at;
  }
}

void Search::join(std::vector<std::uint32_t>& past, std::uint32_t event) const {
  const std::vector<std::uint32_t>& other = positions_[event].past;
  for (std::size_t thread = 0; thread < other.size(); ++thread) past[thread] = std::max(past[thread], other[thread]);
}

// Adds what threads must have done so that the operations on synchronization objects in `past` happen as they did.
void Search::complete(const Run& run, std::vector<std::uint32_t>& past, std::uint32_t upto) const {
  std::map<std::uint64_t, std::uint64_t> states;
  std::map<std::uint64_t, std::uint32_t> left_out;  // the last operation that is not in the past
  for (std::size_t i = 0; i < operations_of_run_.size() && operations_of_run_[i] <= upto;) {
    const std::uint32_t at = operations_of_run_[i];
    const Event& event = run.events[at];
    if (positions_[at].past.empty() ? at != upto : positions_[at].past[event.thread] > past[event.thread]) {
      left_out[event.location] = at;
      ++i;
      continue;
    }
    const auto initial = states_.find(event.location);
    std::uint64_t& state =
        states.try_emplace(event.location, initial == states_.end() ? 0 : initial->second).first->second;
    if (perform(event, state) || !left_out.contains(event.location)) {
      ++i;
      continue;
    }
    join(past, left_out[event.location]);
    states.clear();
    left_out.clear();
    i = 0;
  }
}

// What the event depends on, `creation` of its thread included.
void Search::find_past(const Run& run, std::uint32_t at, const std::vector<std::uint32_t>& creation) {
  const Event& event = run.events[at];
  std::vector<std::uint32_t>& past = positions_[at].past;
  const std::vector<std::uint32_t>& own = by_thread_[event.thread];
  const auto place = std::lower_bound(own.begin(), own.end(), at);
  std::vector<std::uint32_t> needed(by_thread_.size());
  if (place != own.begin()) needed = positions_[*std::prev(place)].past;
  if (event.kind == Kind::start && event.thread < creation.size() && creation[event.thread] != kNowhere) {
    needed = positions_[creation[event.thread]].past;
  }
  ++needed[event.thread];
  const std::vector<std::uint32_t> alone = needed;
  const bool interferes = std::binary_search(interferences_of_run_.begin(), interferences_of_run_.end(), at);
  if (interferes) {
    const std::uint32_t source = positions_[at].source;
    for (std::size_t i = 0; i < needed.size(); ++i) needed[i] = std::max(needed[i], positions_[source].past[i]);
  }
  if (event.kind == Kind::join && event.other < by_thread_.size() && !by_thread_[event.other].empty()) {
    const std::uint32_t last = by_thread_[event.other].back();
    if (last < at) {
      for (std::size_t i = 0; i < needed.size(); ++i) needed[i] = std::max(needed[i], positions_[last].past[i]);
    }
  }
  if (event.kind == Kind::sync || needed != alone) complete(run, needed, at);
  past = std::move(needed);
}

Scenario Search::scenario_of(const std::vector<std::uint32_t>& past) const {
  Scenario scenario;
  for (std::uint32_t thread = 0; thread < past.size(); ++thread) {
    if (past[thread] != 0) scenario.set_leaf(thread, positions_[by_thread_[thread][past[thread] - 1]].node);
  }
  for (const std::uint32_t at : interferences_of_run_) {
    const std::uint32_t thread = forest_[positions_[at].node].event.thread;
    const std::vector<std::uint32_t>& own = by_thread_[thread];
    const auto rank = std::lower_bound(own.begin(), own.end(), at) - own.begin();
    if (static_cast<std::uint32_t>(rank) >= past[thread]) continue;
    scenario.add_edge({positions_[at].node, positions_[positions_[at].source].node});
  }
  return scenario;
}

void Search::take_side(const Event& event, std::size_t degree) {
  const auto [side, fresh] = sides_.try_emplace({event.site, event.side}, degree);
  if (!fresh) side->second = std::min(side->second, degree);
}

// A new way to a known or new event, for candidates that waited for something like it.
void Search::tell(NodeId id, const Scenario& way) {
  const Event event = forest_[id].event;
  if (event.kind == Kind::write) {
    std::vector<NodeId>& known = writes_[event.location];
    if (std::find(known.begin(), known.end(), id) == known.end()) known.push_back(id);
    for (const auto& [from, blame] : wanting_[event.location]) {
      if (forest_[unrealized_[from].blame[blame]].event.thread == event.thread) continue;
      offer_later({.from = from, .blame = blame, .write = id});
    }
  }
  if (event.kind == Kind::sync || event.kind == Kind::end) {
    std::vector<NodeId>& known = operations_[object_of(event)];
    if (std::find(known.begin(), known.end(), id) == known.end()) known.push_back(id);
    for (const std::size_t candidate : waiting_[object_of(event)]) extend(unrealized_[candidate].candidate, id, way);
  }
}

// What else could have been at this event.
void Search::offer_sinks(std::uint32_t at, const Scenario& way) {
  const NodeId id = positions_[at].node;
  const Node& node = forest_[id];
  if (node.event.kind == Kind::branch && node.event.turns) {
    Candidate candidate{.kind = Candidate::Kind::branch, .sink = id, .scenario = way, .settled = {}};
    candidate.scenario.set_leaf(node.event.thread, node.parent);
    offer(std::move(candidate));
  }
  if (node.event.kind == Kind::create)
    offer({.kind = Candidate::Kind::start, .sink = id, .scenario = way, .settled = {}});
  const bool interferes = node.event.kind == Kind::read && way.source(id) != kNone;
  if (interferes || node.event.kind == Kind::sync || node.event.kind == Kind::join) offer_alone(node.event, id, at);
}

// The event with no more than what its thread needed before: how it could be otherwise than in this run.
void Search::offer_alone(const Event& event, NodeId node, std::uint32_t at) {
  const std::vector<std::uint32_t>& own = by_thread_[event.thread];
  const auto place = std::lower_bound(own.begin(), own.end(), at);
  if (place == own.begin()) return;
  Candidate candidate{.kind = Candidate::Kind::event,
                      .sink = node,
                      .scenario = scenario_of(positions_[*std::prev(place)].past),
                      .settled = {}};
  candidate.scenario.set_leaf(event.thread, node);
  offer(std::move(candidate));
}

void Search::look_at(const Run& run, std::uint32_t at) {
  const Scenario way = scenario_of(positions_[at].past);
  const NodeId id = positions_[at].node;
  std::uint64_t key = mix64(id);
  for (const NodeId leaf : way.leaves) key = mix64(key ^ leaf);
  for (const Edge& edge : way.edges) key = mix64(key ^ (std::uint64_t{edge.read} << 32 | edge.write));
  if (!looked_at_.insert(key).second) return;
  if (run.events[at].counts) take_side(run.events[at], way.degree());
  if (!forest_.add_way(id, way)) return;
  tell(id, way);
  offer_sinks(at, way);
}

void Search::learn(const Run& run, std::uint64_t task) {
  if (run.values.size() > at_hand_.size()) {
    at_hand_.insert(at_hand_.end(), run.values.begin() + static_cast<std::ptrdiff_t>(at_hand_.size()),
                    run.values.end());
  }
  place(run);
  std::vector<std::uint32_t> creation(by_thread_.size(), kNowhere);
  for (std::uint32_t at = 0; at < run.events.size(); ++at) {
    find_past(run, at, creation);
    const Event& event = run.events[at];
    if (event.kind == Kind::create && event.other < creation.size()) creation[event.other] = at;
  }
  for (std::uint32_t at = 0; at < run.events.size(); ++at) look_at(run, at);
  for (const Event& event : run.waiting) {
    if (event.thread >= by_thread_.size() || by_thread_[event.thread].empty()) continue;
    const NodeId node = forest_.add(positions_[by_thread_[event.thread].back()].node, event);
    offer_alone(event, node, static_cast<std::uint32_t>(run.events.size()));
  }
  const auto candidate = under_way_.find(task);
  if (candidate == under_way_.end()) return;
  const bool several =
      candidate->second.kind == Candidate::Kind::branch && !forest_[candidate->second.sink].event.two_ways;
  if (!several && !is_known(candidate->second, known_ways(candidate->second))) {
    ++(run.failed ? failed_before_ : strayed_);
  }
  under_way_.erase(candidate);
}

std::vector<NodeId> Search::nodes_of_run() const {
  std::vector<NodeId> nodes;
  for (const Position& position : positions_) nodes.push_back(position.node);
  return nodes;
}

std::size_t Search::needed_by(std::uint32_t thread) const {
  if (thread >= by_thread_.size() || by_thread_[thread].empty()) return 0;
  return scenario_of(positions_[by_thread_[thread].back()].past).degree();
}

void Search::give_up(std::uint64_t task) { strayed_ += under_way_.erase(task); }

std::vector<Level> Search::levels() const {
  std::vector<Level> levels = levels_;
  for (const auto& [side, degree] : sides_) {
    if (degree < levels.size()) ++levels[degree].sides;
  }
  return levels;
}

}  // namespace sleave::interference
