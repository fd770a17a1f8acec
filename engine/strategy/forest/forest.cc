#include "engine/strategy/forest/forest.h"

#include <algorithm>

namespace sleave::interference {

void Scenario::set_leaf(std::uint32_t thread, NodeId leaf) {
  if (thread >= leaves.size()) leaves.resize(thread + 1, kNone);
  leaves[thread] = leaf;
}

NodeId Scenario::source(NodeId read) const {
  const auto place = std::lower_bound(edges.begin(), edges.end(), Edge{read, 0});
  return place != edges.end() && place->read == read ? place->write : kNone;
}

void Scenario::add_edge(const Edge& edge) {
  const auto place = std::lower_bound(edges.begin(), edges.end(), edge);
  if (place == edges.end() || *place != edge) edges.insert(place, edge);
}

NodeId Forest::started_by(NodeId creation) const {
  const auto start = starts_.find(creation);
  return start == starts_.end() ? kNone : start->second;
}

NodeId Forest::local_source(NodeId before, std::uint64_t location) const {
  for (NodeId id = before; id != kNone;) {
    const Node& node = nodes_[id];
    if (node.event.kind == Kind::write && node.event.location == location) return id;
    id = node.event.kind == Kind::start ? node.creator : node.parent;
  }
  return kNone;
}

NodeId Forest::add(NodeId before, const Event& event) {
  const bool starts = event.kind == Kind::start;
  if (starts) {
    if (const NodeId known = started_by(before); known != kNone) return known;
  } else {
    for (const NodeId child : nodes_[before].children) {
      if (same(nodes_[child].event, event)) return child;
    }
  }
  const auto id = static_cast<NodeId>(nodes_.size());
  Node node;
  node.event = event;
  if (starts) {
    node.creator = before;
    starts_[before] = id;
  } else {
    node.parent = before;
    node.depth = nodes_[before].depth + 1;
    node.branch_before = nodes_[before].event.kind == Kind::branch ? before : nodes_[before].branch_before;
    nodes_[before].children.push_back(id);
  }
  if (event.kind == Kind::read) node.local = local_source(before, event.location);
  nodes_.push_back(std::move(node));
  return id;
}

bool Forest::on_path(NodeId a, NodeId b) const {
  if (a == kNone) return true;
  if (b == kNone) return false;
  while (nodes_[b].depth > nodes_[a].depth) b = nodes_[b].parent;
  return a == b;
}

std::vector<NodeId> Forest::path(NodeId leaf) const {
  std::vector<NodeId> path;
  for (NodeId id = leaf; id != kNone; id = nodes_[id].parent) path.push_back(id);
  std::reverse(path.begin(), path.end());
  return path;
}

bool Forest::is_part(const Scenario& part, const Scenario& whole) const {
  if (part.edges.size() > whole.edges.size()) return false;
  if (!std::includes(whole.edges.begin(), whole.edges.end(), part.edges.begin(), part.edges.end())) return false;
  for (std::uint32_t thread = 0; thread < part.leaves.size(); ++thread) {
    if (!on_path(part.leaves[thread], whole.leaf(thread))) return false;
  }
  return true;
}

bool Forest::add_way(NodeId id, const Scenario& way) {
  std::vector<Scenario>& ways = nodes_[id].ways;
  if (std::any_of(ways.begin(), ways.end(), [&](const Scenario& known) { return is_part(known, way); })) return false;
  std::erase_if(ways, [&](const Scenario& known) { return is_part(way, known); });
  ways.push_back(way);
  return true;
}

std::optional<Scenario> Forest::merge(const Scenario& a, const Scenario& b) const {
  Scenario both = a;
  for (std::uint32_t thread = 0; thread < b.leaves.size(); ++thread) {
    const NodeId mine = a.leaf(thread);
    const NodeId other = b.leaves[thread];
    if (on_path(other, mine)) continue;
    if (!on_path(mine, other)) return std::nullopt;
    both.set_leaf(thread, other);
  }
  for (const Edge& edge : b.edges) {
    const NodeId source = both.source(edge.read);
    if (source != kNone && source != edge.write) return std::nullopt;
    both.add_edge(edge);
  }
  return both;
}

}  // namespace sleave::interference
