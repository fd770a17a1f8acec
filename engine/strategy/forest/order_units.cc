#include "engine/strategy/forest/order_units.h"

#include <algorithm>

namespace sleave::interference {
namespace {

bool is_lock(const Event& event) {
  const graph::Step& step = event.operation;
  return step.kind == graph::Step::Kind::update && step.operation.op == graph::Op::lock;
}

bool is_unlock(const Event& event) {
  return event.operation.kind == graph::Step::Kind::write && event.operation.written == 0;
}

bool stores(const Event& event) { return event.operation.kind == graph::Step::Kind::write; }

}  // namespace

Units::Units(const Forest& forest, const Scenario& scenario, const States& states)
    : forest_(forest), scenario_(scenario) {
  threads_.resize(scenario.leaves.size());
  creations_.resize(threads_.size());
  for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) read_path(thread, states);
  for (auto& units : threads_) {
    for (Unit& unit : units) {
      if (unit.kind == Kind::read) find_source(unit);
    }
  }
  for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) {
    if (threads_[thread].empty()) continue;
    const bool created = forest_[threads_[thread].front().main].creator != kNone;
    if (created && creations_[thread].thread == kNowhere) has_orphans_ = true;
  }
  find_sections();
}

std::uint32_t Units::new_source(UnitId writer, bool initial) {
  writers_.push_back(writer);
  is_initial_.push_back(initial ? 1 : 0);
  return static_cast<std::uint32_t>(writers_.size() - 1);
}

void Units::read_path(std::uint32_t thread, const States& states) {
  std::vector<Unit>& units = threads_[thread];
  for (const NodeId id : forest_.path(scenario_.leaves[thread])) {
    const Event& event = forest_[id].event;
    if ((event.kind != Kind::branch && !event.glued) || units.empty()) {
      units.emplace_back();
      units.back().main = id;
      units.back().kind = event.kind;
    }
    Unit& unit = units.back();
    const UnitId here{thread, static_cast<std::uint32_t>(units.size() - 1)};
    unit.nodes.push_back(id);
    if (event.kind == Kind::read || event.kind == Kind::write) unit.place = place_of(event.location);
    if (event.kind == Kind::write) {
      source_of_[id] = unit.writes = new_source(here, false);
      writes_[unit.place][thread].push_back(here.index);
    }
    if (event.kind == Kind::sync) {
      unit.place = object_of(event.location, states);
      last_use_[unit.place][thread] = here.index + 1;
      if (!is_lock(event) && !stores(event)) intricate_.insert(unit.place);
    }
    if (event.kind == Kind::join) unit.place = object_of(end_of(event.other), states);
    if (event.kind == Kind::create && event.other < creations_.size()) creations_[event.other] = here;
  }
}

std::uint32_t Units::place_of(std::uint64_t location) {
  const auto [entry, fresh] = memory_.try_emplace(location, static_cast<std::uint32_t>(memory_.size()));
  if (fresh) {
    initial_.push_back(new_source({}, true));
    writes_.emplace_back(threads_.size());
  }
  return entry->second;
}

std::uint32_t Units::object_of(std::uint64_t location, const States& states) {
  const auto [entry, fresh] = objects_.try_emplace(location, static_cast<std::uint32_t>(objects_.size()));
  if (fresh) {
    object_names_.push_back(location);
    const auto known = states.find(location);
    states_.push_back(known != states.end() ? known->second : 0);
    last_use_.emplace_back(threads_.size());
  }
  return entry->second;
}

void Units::find_source(Unit& unit) {
  const NodeId edge = scenario_.source(unit.main);
  const NodeId source = edge != kNone ? edge : forest_[unit.main].local;
  if (source == kNone) {
    unit.reads = initial_[unit.place];
  } else {
    const auto known = source_of_.find(source);
    unit.reads = known != source_of_.end() ? known->second : new_source({}, false);  // a write that is not there: never
  }
}

void Units::find_sections() {
  sections_.resize(object_names_.size());
  std::set<std::uint32_t> without = intricate_;
  for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) {
    for (std::uint32_t i = 0; i < threads_[thread].size(); ++i) {
      const Unit& unit = threads_[thread][i];
      if (unit.kind != Kind::sync || without.contains(unit.place)) continue;
      std::vector<Section>& sections = sections_[unit.place];
      const bool open =
          !sections.empty() && sections.back().lock.thread == thread && sections.back().unlock.thread == kNowhere;
      if (is_lock(event(unit)) && !open) {
        sections.push_back({.lock = {thread, i}, .unlock = {}});
      } else if (is_unlock(event(unit)) && open) {
        sections.back().unlock = {thread, i};
      } else {  // another thread has locked it, or it begins or ends to be there
        without.insert(unit.place);
        sections.clear();
      }
    }
  }
}

bool Units::ends(std::uint32_t thread) const {
  if (thread >= threads_.size() || threads_[thread].empty()) return false;
  return forest_[scenario_.leaves[thread]].event.kind == Kind::end;
}

bool Units::is_left(const std::vector<std::uint32_t>& at, std::uint32_t but, const Unit& unit) const {
  for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) {
    if (thread == but) continue;
    if (unit.kind == Kind::sync) {
      if (last_use_[unit.place][thread] > at[thread]) return true;
    } else {
      const std::vector<std::uint32_t>& writes = writes_[unit.place][thread];
      if (!writes.empty() && writes.back() >= at[thread]) return true;
    }
  }
  return false;
}

bool Units::others_write(std::uint32_t place, std::uint32_t thread) const {
  for (std::uint32_t other = 0; other < threads_.size(); ++other) {
    if (other != thread && !writes_[place][other].empty()) return true;
  }
  return false;
}

std::vector<NodeId> Units::contested() const {
  std::vector<NodeId> reads;
  for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) {
    for (const Unit& unit : threads_[thread]) {
      if (unit.kind != Kind::read || scenario_.source(unit.main) != kNone) continue;
      if (others_write(unit.place, thread)) reads.push_back(unit.main);
    }
  }
  return reads;
}

}  // namespace sleave::interference
