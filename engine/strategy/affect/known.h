// Known: what runs have shown of a program, as one tree per thread, and what memory and synchronization objects held
// before anything happened to them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine/expr/inputs.h"
#include "engine/expr/variables.h"
#include "engine/strategy/forest/forest.h"
#include "engine/strategy/forest/run.h"

namespace sleave::affect {

using interference::Event;
using interference::Forest;
using interference::Kind;
using interference::kNone;
using interference::Node;
using interference::NodeId;
using interference::Run;

class Known {
 public:
  explicit Known(expr::Pool& pool) : pool_(pool), inputs_(pool) {}

  // The events, as the forest has them.
  std::vector<NodeId> learn(const Run& run);
  // A run came to this event of a thread, and no further.
  void stop_at(NodeId id) { ends_.insert(id); }
  // The thread fails by what it does itself after this event, and so ends the program. False: that is known.
  bool fail_at(NodeId id) { return failures_.insert(id).second; }

  [[nodiscard]] expr::Pool& pool() const { return pool_; }
  [[nodiscard]] const Forest& forest() const { return forest_; }
  [[nodiscard]] bool is_last(NodeId id) const { return ends_.contains(id); }
  // False if another run continued from there: then the failure depends on something that events do not record.
  [[nodiscard]] bool fails_at(NodeId id) const { return failures_.contains(id) && forest_[id].children.empty(); }
  // What the location held at first; none: no run has read it before it was written.
  [[nodiscard]] std::optional<std::uint64_t> content(std::uint64_t location) const;
  [[nodiscard]] std::uint64_t object(std::uint64_t location) const;
  // Of the program's inputs, as the first run had them.
  [[nodiscard]] const expr::Values& values() const { return values_; }
  // The variables of an expression, in order; of a symbol, lowest byte first.
  const expr::Inputs::Set& variables(expr::Expr e) { return inputs_.of(e); }

 private:
  void learn_initial(const Run& run, const Event& event, std::set<std::uint64_t>& touched);

  expr::Pool& pool_;
  expr::Inputs inputs_;
  Forest forest_;
  std::map<std::uint64_t, std::uint64_t> contents_;
  std::map<std::uint64_t, std::uint64_t> objects_;
  expr::Values values_;
  std::set<NodeId> ends_;
  std::set<NodeId> failures_;
};

}  // namespace sleave::affect
