// Forest: the known behavior of each thread as a tree: runs in which a thread did the same share a path. A path is
// independent of schedules; a Scenario is not: it states how far which thread has come, and which reads took what
// another thread had written. All other reads are *local*: they took what their own thread wrote last, or what was
// there when the thread was created.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/strategy/forest/event.h"

namespace sleave::interference {

using NodeId = std::uint32_t;
constexpr NodeId kNone = 0xffffffff;

struct Edge {
  NodeId read = kNone;
  NodeId write = kNone;
  auto operator<=>(const Edge&) const = default;
};

// A part of a run: closed under what its events depend on.
struct Scenario {
  std::vector<NodeId> leaves;  // by thread: its last event; kNone: it has none
  std::vector<Edge> edges;     // in order: the interferences

  [[nodiscard]] NodeId leaf(std::uint32_t thread) const { return thread < leaves.size() ? leaves[thread] : kNone; }
  void set_leaf(std::uint32_t thread, NodeId leaf);
  [[nodiscard]] NodeId source(NodeId read) const;  // kNone: it is local
  void add_edge(const Edge& edge);
  [[nodiscard]] std::size_t degree() const { return edges.size(); }
};

struct Node {
  Event event;
  NodeId parent = kNone;         // the event before it in its thread
  NodeId creator = kNone;        // start: the creation of the thread
  NodeId local = kNone;          // read: the write that it takes if it is local; kNone: what was there before any
  NodeId branch_before = kNone;  // the last one in its thread
  std::uint32_t depth = 0;
  std::vector<NodeId> children;
  std::vector<Scenario> ways;  // scenarios that lead to it, itself included; none contains another
};

class Forest {
 public:
  [[nodiscard]] const Node& operator[](NodeId id) const { return nodes_[id]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

  // The event after `before` of its thread; of the first event, a start, `before` is the creation (kNone: main).
  NodeId add(NodeId before, const Event& event);

  // Adds a scenario, unless a known one is contained in it; removes those that contain it. Whether it was added.
  bool add_way(NodeId id, const Scenario& way);

  // Whether `a` is `b` or comes before it on its path; kNone comes before everything.
  [[nodiscard]] bool on_path(NodeId a, NodeId b) const;
  [[nodiscard]] std::vector<NodeId> path(NodeId leaf) const;
  // Whether `whole` contains `part`.
  [[nodiscard]] bool is_part(const Scenario& part, const Scenario& whole) const;
  // Both at once; none if no run can have both.
  [[nodiscard]] std::optional<Scenario> merge(const Scenario& a, const Scenario& b) const;
  // The start of the thread that the event `creation` creates.
  [[nodiscard]] NodeId started_by(NodeId creation) const;

 private:
  [[nodiscard]] NodeId local_source(NodeId before, std::uint64_t location) const;

  std::vector<Node> nodes_;
  std::map<NodeId, NodeId> starts_;  // by creation
};

}  // namespace sleave::interference
