#include "engine/strategy/affect/known.h"

namespace sleave::affect {

std::vector<NodeId> Known::learn(const Run& run) {
  if (run.values.size() > values_.size()) {
    values_.insert(values_.end(), run.values.begin() + static_cast<std::ptrdiff_t>(values_.size()), run.values.end());
  }
  std::vector<NodeId> nodes;
  std::map<std::uint32_t, NodeId> leaves;     // by thread
  std::map<std::uint32_t, NodeId> creations;  // likewise
  std::set<std::uint64_t> touched;            // memory and objects
  for (const Event& event : run.events) {
    const auto leaf = leaves.try_emplace(event.thread, kNone).first;
    NodeId before = leaf->second;
    if (event.kind == Kind::start) before = creations.contains(event.thread) ? creations[event.thread] : kNone;
    leaf->second = forest_.add(before, event);
    nodes.push_back(leaf->second);
    if (event.kind == Kind::create) creations[event.other] = leaf->second;
    learn_initial(run, event, touched);
  }
  for (const Event& event : run.waiting) {
    if (leaves.contains(event.thread)) forest_.add(leaves[event.thread], event);
  }
  return nodes;
}

void Known::learn_initial(const Run& run, const Event& event, std::set<std::uint64_t>& touched) {
  if (event.kind != Kind::read && event.kind != Kind::write && event.kind != Kind::sync) return;
  if (!touched.insert(event.location).second) return;
  if (event.kind == Kind::sync && event.operation.checked) objects_.try_emplace(event.location, event.operation.found);
  if (event.kind != Kind::read) return;
  std::uint64_t value = 0;
  unsigned low = 0;
  for (const std::uint32_t variable : variables(event.symbol)) {
    if (variable < run.values.size()) value |= std::uint64_t{run.values[variable]} << low;
    low += 8;
  }
  contents_.try_emplace(event.location, value);
}

std::optional<std::uint64_t> Known::content(std::uint64_t location) const {
  const auto known = contents_.find(location);
  if (known == contents_.end()) return std::nullopt;
  return known->second;
}

std::uint64_t Known::object(std::uint64_t location) const {
  const auto known = objects_.find(location);
  return known == objects_.end() ? 0 : known->second;
}

}  // namespace sleave::affect
