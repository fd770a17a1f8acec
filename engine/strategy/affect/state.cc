#include "engine/strategy/affect/state.h"

#include <algorithm>

#include "engine/base/rng.h"

namespace sleave::affect {
namespace {

// Whether the operation would wait; if it would not, and was not the one that happened, it has another result.
bool would_wait(const Event& event, std::uint64_t object) {
  if (event.operation.kind != graph::Step::Kind::update) return true;
  return graph::apply(event.operation.operation, object, event.operation.outcome).kind == graph::Action::blocks;
}

}  // namespace

Model::Model(Known& known, const Relevance& relevance)
    : known_(known), forest_(known.forest()), relevance_(relevance), evaluation_(known.pool()) {
  for (NodeId id = 0; id < forest_.size(); ++id) {
    const Event& event = forest_[id].event;
    threads_ = std::max(threads_, event.thread + 1);
    if (event.kind == Kind::create) threads_ = std::max(threads_, event.other + 1);
    if (event.kind == Kind::sync) objects_.try_emplace(event.location, objects_.size());
    const bool memory = event.kind == Kind::read || event.kind == Kind::write;
    if (memory && relevance_.matters(event.location)) places_.try_emplace(event.location, places_.size());
    const std::vector<NodeId>& children = forest_[id].children;
    const bool several = children.size() > 1 && std::any_of(children.begin(), children.end(), [&](NodeId child) {
                           const Kind kind = forest_[child].event.kind;
                           return kind != Kind::branch && kind != Kind::sync;
                         });
    contradicts_ = contradicts_ || several;
  }
}

State Model::begin() const {
  State state;
  state.threads.resize(threads_);
  state.threads[0].created = true;
  state.memory.resize(places_.size());
  for (const auto& [location, place] : places_) {
    const std::optional<std::uint64_t> content = known_.content(location);
    state.memory[place] = {content.has_value(), content.value_or(0)};
  }
  state.objects.resize(objects_.size());
  for (const auto& [location, object] : objects_) state.objects[object] = known_.object(location);
  state.values = known_.values();
  return state;
}

bool Model::has_ended(const State& state, std::uint32_t thread) const {
  const NodeId at = thread < state.threads.size() ? state.threads[thread].at : kNone;
  return at != kNone && forest_[at].event.kind == Kind::end;
}

Model::Step Model::next_of(const State& state, const State::Thread& self, NodeId child) const {
  const Next otherwise = known_.is_last(self.at) ? Next::vain : Next::unknown;
  const Event& event = forest_[child].event;
  switch (event.kind) {
    case Kind::branch:
      return {otherwise};  // settled ones have been taken
    case Kind::read:
      return state.memory[places_.at(event.location)].known ? Step{Next::ready, child} : Step{otherwise};
    case Kind::join:
      return has_ended(state, event.other) ? Step{Next::ready, child} : Step{Next::waits};
    case Kind::sync: {
      std::uint64_t object = state.objects[objects_.at(event.location)];
      if (interference::perform(event, object)) return {Next::ready, child};
      return {would_wait(event, object) ? Next::waits : otherwise};
    }
    default:
      return {Next::ready, child};
  }
}

Model::Step Model::next(const State& state, std::uint32_t thread) const {
  const State::Thread& self = state.threads[thread];
  if (!self.created || has_ended(state, thread)) return {};
  if (self.done == kNone) {
    const NodeId start = forest_.started_by(self.creation);
    if (start != kNone) return {Next::ready, start};
    return {known_.is_last(self.creation) ? Next::vain : Next::unknown};
  }
  Step step{known_.is_last(self.at) ? Next::vain : Next::unknown};
  for (const NodeId child : forest_[self.at].children) {
    step = next_of(state, self, child);
    if (step.next == Next::ready || step.next == Next::waits) break;
  }
  return step;
}

std::vector<NodeId> Model::idle(const State& state, std::uint32_t thread) const {
  std::vector<NodeId> events;
  const State::Thread& self = state.threads[thread];
  for (NodeId id = self.at; id != self.done; id = forest_[id].parent) events.push_back(id);
  std::reverse(events.begin(), events.end());
  return events;
}

// A thread fails before anybody else has a turn, unless something that does not matter comes first: that may wait.
bool Model::has_failed(const State& state) const {
  for (const State::Thread& thread : state.threads) {
    if (thread.done == kNone || !known_.fails_at(thread.at)) continue;
    NodeId id = thread.at;
    while (id != thread.done && forest_[id].event.kind == Kind::branch) id = forest_[id].parent;
    if (id == thread.done) return true;
  }
  return false;
}

void Model::read(State& state, const Event& event) const {
  std::uint64_t value = state.memory[places_.at(event.location)].value;
  for (const std::uint32_t variable : known_.variables(event.symbol)) {
    if (variable >= state.values.size()) state.values.resize(variable + 1);
    state.values[variable] = static_cast<std::uint8_t>(value);
    value >>= 8;
  }
}

void Model::affect(State& state, const Event& event) {
  switch (event.kind) {
    case Kind::read:
      return read(state, event);
    case Kind::write:
      evaluation_.set_input(state.values);
      state.memory[places_.at(event.location)] = {true, static_cast<std::uint64_t>(evaluation_.value(event.value))};
      return;
    case Kind::sync:
      interference::perform(event, state.objects[objects_.at(event.location)]);
      return;
    default:
      return;
  }
}

void Model::finish(State& state, std::uint32_t thread, NodeId event, std::vector<NodeId>& order) {
  State::Thread& self = state.threads[thread];
  const std::vector<NodeId> before = idle(state, thread);
  order.insert(order.end(), before.begin(), before.end());
  order.push_back(event);
  self.done = self.at = event;
  const Event& happened = forest_[event].event;
  affect(state, happened);
  if (happened.kind == Kind::create) {
    state.threads[happened.other].created = true;
    state.threads[happened.other].creation = event;
  }
}

void Model::perform(State& state, std::uint32_t thread, NodeId event, std::vector<NodeId>& order) {
  finish(state, thread, event, order);
  advance(state, thread, order);
}

// The branch that is taken; kNone: none that is known.
NodeId Model::settled(const State& state, const Node& node) {
  evaluation_.set_input(state.values);
  for (const NodeId child : node.children) {
    const Event& event = forest_[child].event;
    if (event.kind == Kind::branch && evaluation_.holds(event.held)) return child;
  }
  return kNone;
}

// On to the next event that matters.
void Model::advance(State& state, std::uint32_t thread, std::vector<NodeId>& order) {
  State::Thread& self = state.threads[thread];
  while (!forest_[self.at].children.empty()) {
    const Node& node = forest_[self.at];
    const NodeId first = node.children.front();
    const Event& event = forest_[first].event;
    if (event.kind == Kind::branch) {
      const NodeId taken = settled(state, node);
      if (taken == kNone) return;
      self.at = taken;
    } else if (relevance_.is_idle(event)) {
      self.at = first;
    } else if (event.glued) {
      finish(state, thread, first, order);
    } else {
      return;
    }
  }
}

Model::Key Model::key(const State& state) const {
  Key key{0, 1};
  const auto add = [&](std::uint64_t part) {
    key[0] = mix64(key[0] ^ part);
    key[1] = mix64(key[1] + 0x9e3779b97f4a7c15 * (part + 1));
  };
  for (const State::Thread& thread : state.threads) {
    add(thread.done != kNone ? std::uint64_t{thread.at} + 2 : thread.created ? 1 : 0);
    add(thread.creation);
    if (thread.done == kNone) continue;
    for (const std::uint32_t variable : relevance_.live(thread.at)) {
      add(variable < state.values.size() ? state.values[variable] : 0);
    }
  }
  for (const State::Cell& cell : state.memory) add(cell.known ? cell.value + 1 : 0);
  for (const std::uint64_t object : state.objects) add(object);
  return key;
}

}  // namespace sleave::affect
