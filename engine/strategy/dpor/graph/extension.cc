#include "engine/strategy/dpor/graph/extension.h"

#include <algorithm>

#include "engine/strategy/dpor/graph/revisit.h"

namespace sleave::graph {
namespace {

// Whether the write after this position belongs to an update that reads the one at it: nothing may come between.
bool is_taken(const Graph& graph, std::uint32_t location, std::size_t position) {
  const EventIds& writes = graph.location(location).writes;
  return position < writes.size() && graph.event(writes[position]).kind == Kind::update_write;
}

bool fits(const Step& step, std::uint64_t state) { return part_of(state, step.shift, step.bytes) == step.found; }

}  // namespace

Extension::Extension(Graph graph, const EventIds& order, const Exploration& exploration)
    : graph_(std::move(graph)), exploration_(exploration) {
  visibility_ = exploration_.model.watch(graph_, order);
  locations_.reserve(graph_.locations().size() + 4);
  for (std::uint32_t i = 0; i < graph_.locations().size(); ++i) locations_.emplace_back(graph_.location(i).name, i);
  std::sort(locations_.begin(), locations_.end());
}

std::uint32_t Extension::location_named(std::uint64_t name) const {
  const auto place = std::lower_bound(locations_.begin(), locations_.end(), std::pair(name, std::uint32_t{0}));
  return place != locations_.end() && place->first == name ? place->second : kNoLocation;
}

std::uint32_t Extension::locate(const Step& step) {
  std::uint32_t location = location_named(step.location);
  if (location == kNoLocation) {
    location = graph_.add_location(step.location);
    const std::pair entry(step.location, location);
    locations_.insert(std::lower_bound(locations_.begin(), locations_.end(), entry), entry);
  }
  graph_.set_initial(location, part_mask(step.shift, step.bytes), step.found << 8 * step.shift);
  return location;
}

Event Extension::event_of(const Step& step, Kind kind, std::uint32_t location) const {
  Event event;
  event.thread = step.thread;
  event.kind = kind;
  event.location = location;
  event.orders = step.orders;
  event.is_object = step.is_object;
  if (graph_.last_of(step.thread) == kNoEvent) event.predecessor = creation_of(step.thread);
  return event;
}

EventId Extension::creation_of(std::uint32_t thread) const {
  for (EventId id = 0; id < graph_.size(); ++id) {
    const Event& event = graph_.event(id);
    if (event.kind == Kind::create && event.value == thread) return id;
  }
  return kNoEvent;
}

void Extension::append(const Event& event) {
  graph_.add(event);
  visibility_->added(graph_);
}

void Extension::emit(Event event) {
  graph_.add(event);
  exploration_.offer(graph_);
  graph_.remove_newest();
}

EventId Extension::waker_of(const Step& step) const {
  const std::uint32_t location = location_named(step.location);
  if (location == kNoLocation) return kNoEvent;
  const auto sleeps = [&](std::uint64_t state, std::uint64_t sleeper) {
    state >>= 8 * step.shift;
    while (state != 0 && (state & 0xff) != sleeper) state >>= 8;
    return state != 0;
  };
  EventId waker = kNoEvent;
  for (const EventId id : graph_.location(location).writes) {
    const Event& event = graph_.event(id);
    if (step.kind == Step::Kind::leave) {
      if (event.value >= step.written) return id;
    } else if (sleeps(event.value, step.written)) {
      waker = kNoEvent;  // it slept again
    } else if (waker == kNoEvent) {
      waker = id;
    }
  }
  return waker;
}

bool Extension::add(const Step& step) {
  switch (step.kind) {
    case Step::Kind::read:
      return add_read(step);
    case Step::Kind::write:
      return add_write(step);
    case Step::Kind::update:
      return add_update(step);
    case Step::Kind::choice:
      add_choice(step);
      return true;
    case Step::Kind::create: {
      Event event = event_of(step, Kind::create);
      event.value = step.other;
      append(event);
      return true;
    }
    case Step::Kind::join: {
      Event event = event_of(step, Kind::join);
      event.predecessor = graph_.last_of(step.other);
      append(event);
      return true;
    }
    case Step::Kind::wake:
    case Step::Kind::leave: {
      Event event = event_of(step, Kind::join);
      event.predecessor = waker_of(step);
      if (event.predecessor == kNoEvent) return false;
      append(event);
      return true;
    }
    case Step::Kind::local:
      append(event_of(step, Kind::local));
      return true;
    case Step::Kind::fence:
      append(event_of(step, Kind::fence));
      return true;
    case Step::Kind::branch:
      add_branch(step);
      return true;
  }
  return true;
}

bool Extension::add_read(const Step& step) {
  const std::uint32_t location = locate(step);
  const EventId newest = graph_.newest(location);
  if (step.checked && !fits(step, graph_.value_of(location, newest))) return false;
  Event event = event_of(step, Kind::read, location);
  for (std::size_t i = 0; i < graph_.location(location).writes.size(); ++i) {
    if (!visibility_->allows(graph_, event, i)) continue;
    event.source = graph_.at(location, i);
    // Its thread would wait for a change that has happened, and no write may revisit a read that is not canonical.
    if (step.awaited.known && !step.awaited.holds(graph_.value_of(location, event.source))) continue;
    emit(event);
  }
  event.source = newest;
  append(event);
  return true;
}

bool Extension::add_write(const Step& step) {
  const std::uint32_t location = locate(step);
  if (step.checked && !fits(step, graph_.value_of(location, graph_.newest(location)))) return false;
  Event event = event_of(step, Kind::write, location);
  event.value = step.written;
  const std::size_t last = graph_.location(location).writes.size();
  RecycledVector<std::size_t> earlier;
  for (std::size_t i = 0; i < last; ++i) {
    if (!is_taken(graph_, location, i) && visibility_->allows(graph_, event, i)) earlier.push_back(i);
  }
  const EventId write = graph_.add(event);
  revisit_reads(graph_, write, exploration_);
  for (const std::size_t i : earlier) {
    graph_.insert(write, i + 1);
    exploration_.offer(graph_);
    graph_.take_out(write);
  }
  graph_.insert(write, last + 1);
  visibility_->added(graph_);
  return true;
}

void Extension::try_update(const Event& read, std::size_t position, std::uint16_t outcome) {
  Event event = read;
  event.source = graph_.at(read.location, position);
  event.outcome = outcome;
  const Action action = apply(read.operation, graph_.value_of(read.location, event.source), outcome);
  event.fails = action.kind == Action::keeps;
  if (!visibility_->allows(graph_, event, position)) return;
  const EventId id = graph_.add(event);
  if (action.kind == Action::keeps) {
    exploration_.offer(graph_);
  } else if (action.kind == Action::stores) {
    const EventId write = graph_.add(write_of_update(graph_, id, action.value));
    // Even where another update has taken the source already: that one may now come after this.
    revisit_reads(graph_, write, exploration_);
    if (!is_taken(graph_, read.location, position)) {
      graph_.insert(write, position + 1);
      if (exploration_.model.admits_write(graph_)) exploration_.offer(graph_);
      graph_.take_out(write);
    }
    graph_.remove_newest();
  }
  graph_.remove_newest();
}

void Extension::try_older_sources(const Event& read) {
  for (std::size_t i = 0; i < graph_.location(read.location).writes.size(); ++i) {
    const std::uint64_t state = graph_.value_of(read.location, graph_.at(read.location, i));
    for (unsigned choice = 0; choice < alternatives(read.operation, state); ++choice) {
      try_update(read, i, static_cast<std::uint16_t>(choice));
    }
  }
}

bool Extension::add_update(const Step& step) {
  const std::uint32_t location = locate(step);
  const std::size_t last = graph_.location(location).writes.size();
  const std::uint64_t state = graph_.value_of(location, graph_.newest(location));
  const Action action = apply(step.operation, state, step.outcome);
  if ((step.checked && !fits(step, state)) || action.kind == Action::blocks) return false;
  if (step.stores && *step.stores != (action.kind == Action::stores)) return false;
  Event event = event_of(step, Kind::update, location);
  event.operation = step.operation;
  try_older_sources(event);
  for (unsigned choice = 0; choice < alternatives(step.operation, state); ++choice) {
    if (choice != step.outcome) try_update(event, last, static_cast<std::uint16_t>(choice));
  }
  event.source = graph_.newest(location);
  event.outcome = step.outcome;
  event.fails = action.kind == Action::keeps;
  append(event);
  if (action.kind == Action::keeps) return true;
  const EventId write = graph_.add(write_of_update(graph_, static_cast<EventId>(graph_.size() - 1), action.value));
  revisit_reads(graph_, write, exploration_);
  graph_.insert(write, last + 1);
  visibility_->added(graph_);
  return true;
}

void Extension::add_choice(const Step& step) {
  Event event = event_of(step, Kind::choice);
  event.value = step.written;
  for (unsigned choice = 0; choice < step.alternatives; ++choice) {
    event.outcome = static_cast<std::uint16_t>(choice);
    if (choice != step.outcome) emit(event);
  }
  event.outcome = step.outcome;
  append(event);
}

void Extension::add_branch(const Step& step) {
  Event event = event_of(step, Kind::branch);
  const std::vector<std::uint32_t> holding = path_condition(graph_, kNoEvent, [](EventId) { return true; });
  std::vector<std::uint8_t> input = graph_.input();
  for (Turned& other : exploration_.branches->turned(holding, step.branch)) {
    event.outcome = other.outcome;
    event.value = other.value;
    graph_.set_input(std::move(other.input));
    emit(event);
  }
  graph_.set_input(std::move(input));
  event.outcome = step.outcome;
  event.value = step.written;
  event.conditions = step.conditions;
  append(event);
}

// Whether the update can be carried out in the newest state; then that is a work item, with its alternatives.
bool Extension::resume(const Event& update) {
  const std::uint64_t state = graph_.value_of(update.location, graph_.newest(update.location));
  if (apply(update.operation, state, 0).kind == Action::blocks) return false;
  try_older_sources(update);
  try_update(update, graph_.location(update.location).writes.size(), 0);
  return true;
}

bool Extension::end(std::span<const Step> blocked) {
  RecycledVector<Event> waiting;
  for (const Step& step : blocked) {
    const std::uint32_t location = location_named(step.location);
    if (location == kNoLocation) continue;  // nobody ever changed what it waits for
    Event event = event_of(step, Kind::update, location);
    event.operation = step.operation;
    // Others that wait are considered where that run ends.
    if (step.operation.op == Op::retry_exchange && resume(event)) return false;
    waiting.push_back(event);
  }
  for (const Event& event : waiting) try_older_sources(event);
  return true;
}

}  // namespace sleave::graph
