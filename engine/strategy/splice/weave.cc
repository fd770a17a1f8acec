#include "engine/strategy/splice/weave.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/expr/inputs.h"

namespace sleave::splice {

using expr::Expr;
using expr::Op;
using interference::Event;
using interference::Kind;
using interference::kNone;
using interference::Node;

namespace {

class Weaving {
 public:
  Weaving(const Known& known, const Question& question, expr::Pool& pool)
      : known_(known), forest_(known.forest), question_(question), pool_(pool), inputs_(pool) {}

  // False: it is too large, or impossible as it stands.
  bool prepare() {
    for (const NodeId id : question_.prefix) add_to_prefix(id);
    for (const auto* events : {&question_.main, &question_.segment}) {
      for (const NodeId id : *events) {
        if (in_prefix_.contains(id) || !woven_.insert(id).second) continue;
        order_.push_back(id);
      }
    }
    return order_.size() <= kMostWoven;
  }

  std::vector<Expr> formula() {
    find_first_variable();
    for (std::size_t i = 0; i < order_.size(); ++i) place_[order_[i]] = i;
    demand(question_.wanted);
    const NodeId before = forest_[question_.sink].parent;
    if (woven_.contains(before)) demand(happens(before));
    for (const NodeId id : order_) add_event(id);
    for (const auto& [parent, children] : siblings()) add_choice(children);
    add_locks();
    add_chains();
    if (question_.write != kNone) demand(takes(question_.read, question_.write));
    return asked_;
  }

  Woven read_answer(const solve::Answer& answer, const expr::Values& at_hand) const {
    Woven woven;
    woven.verdict = Woven::Verdict::possible;
    const auto byte = [&](std::uint32_t variable) {
      const auto found = answer.bytes.find(variable);
      return found != answer.bytes.end() ? found->second : std::uint8_t{0};
    };
    const auto happened = [&](NodeId id) {
      return (byte(first_ + 2 * static_cast<std::uint32_t>(place_.at(id))) & 1) != 0;
    };
    const auto time = [&](NodeId id) {
      return byte(first_ + 2 * static_cast<std::uint32_t>(place_.at(unit_of(id))) + 1);
    };
    for (const auto& [thread, leaf] : last_) woven.scenario.set_leaf(thread, leaf);
    for (const auto& [read, write] : prefix_sources_) {
      if (write != forest_[read].local) woven.scenario.add_edge({read, write});
    }
    for (const NodeId id : order_) {
      if (!happened(id)) continue;
      const std::uint32_t thread = forest_[id].event.thread;
      const NodeId leaf = woven.scenario.leaf(thread);
      if (leaf == kNone || forest_[leaf].depth < forest_[id].depth) woven.scenario.set_leaf(thread, id);
      if (forest_[id].event.kind != Kind::read) continue;
      NodeId source = newest(forest_[id].event.location);
      int latest = -1;
      for (const NodeId write : writes_to(id)) {
        if (!happened(write) || time(write) >= time(id) || time(write) < latest) continue;
        latest = time(write);
        source = write;
      }
      woven.guessed = woven.guessed || !value_of(source, forest_[id].event.location);
      if (source != forest_[id].local) woven.scenario.add_edge({id, source});
    }
    woven.values = at_hand;
    for (const auto& [variable, value] : answer.bytes) {
      if (variable >= first_) continue;
      if (variable >= woven.values.size()) woven.values.resize(variable + 1);
      woven.values[variable] = value;
    }
    return woven;
  }

 private:
  void demand(Expr path_constraint) { asked_.push_back(path_constraint); }
  void add_to_prefix(NodeId id) {
    const Event& event = forest_[id].event;
    in_prefix_.insert(id);
    last_[event.thread] = id;
    if (event.kind == Kind::branch) demand(event.held);
    if (event.kind == Kind::read) {
      const NodeId source = newest(event.location);
      prefix_sources_.emplace_back(id, source);
      if (const std::optional<Expr> value = value_of(source, event.location)) {
        demand(pool_.binary(Op::equal, event.symbol, *value));
      }
    }
    if (event.kind == Kind::write) newest_[event.location] = id;
    if (event.kind == Kind::sync) holder_[event.location] = is_lock(event) ? id : kNone;
  }

  static bool is_lock(const Event& event) {
    return event.operation.kind == graph::Step::Kind::update && event.operation.operation.op == graph::Op::lock;
  }
  static bool is_unlock(const Event& event) { return event.operation.kind == graph::Step::Kind::write; }

  [[nodiscard]] NodeId newest(std::uint64_t location) const {
    const auto write = newest_.find(location);
    return write == newest_.end() ? kNone : write->second;
  }
  [[nodiscard]] std::optional<Expr> value_of(NodeId source, std::uint64_t location) const {
    if (source != kNone) return forest_[source].event.value;
    const auto content = known_.contents.find(location);
    if (content == known_.contents.end()) return std::nullopt;
    return content->second;
  }

  // Two variables for each event: whether it happens, and when.
  void find_first_variable() {
    const auto look_at = [&](Expr e) {
      const expr::Inputs::Set& set = inputs_.of(e);
      if (!set.empty()) first_ = std::max(first_, set.back() + 1);
    };
    look_at(question_.wanted);
    for (const Expr e : asked_) look_at(e);
    for (const NodeId id : order_) {
      const Event& event = forest_[id].event;
      if (event.kind == Kind::branch) look_at(event.held);
      if (event.kind == Kind::read) look_at(event.symbol);
      if (event.kind == Kind::write) look_at(event.value);
    }
  }

  [[nodiscard]] NodeId unit_of(NodeId id) const {
    while (forest_[id].event.glued || forest_[id].event.kind == Kind::branch) {
      if (!place_.contains(forest_[id].parent)) break;
      id = forest_[id].parent;
    }
    return id;
  }
  Expr happens(NodeId id) {
    if (in_prefix_.contains(id)) return pool_.path_constraint(true);
    const auto place = place_.find(id);
    if (place == place_.end()) return pool_.path_constraint(false);
    return pool_.extract(pool_.input(first_ + 2 * static_cast<std::uint32_t>(place->second)), 0, 1);
  }
  Expr time_of(NodeId id) { return pool_.input(first_ + 2 * static_cast<std::uint32_t>(place_.at(unit_of(id))) + 1); }
  Expr is_earlier(NodeId a, NodeId b) { return pool_.binary(Op::ult, time_of(a), time_of(b)); }
  // Whether a comes before b, if both happen. In one thread that is known: then they are on one path.
  Expr before(NodeId a, NodeId b) {
    if (in_prefix_.contains(a)) return pool_.path_constraint(true);
    if (in_prefix_.contains(b)) return pool_.path_constraint(false);
    const NodeId first = unit_of(a);
    const NodeId second = unit_of(b);
    if (forest_[first].event.thread != forest_[second].event.thread) return is_earlier(a, b);
    return pool_.path_constraint(forest_[first].depth < forest_[second].depth);
  }
  Expr both(Expr a, Expr b) { return pool_.binary(Op::bit_and, a, b); }
  Expr either(Expr a, Expr b) { return pool_.binary(Op::bit_or, a, b); }
  Expr if_then(Expr a, Expr b) { return either(pool_.negation(a), b); }

  // Woven writes that a woven read could take.
  [[nodiscard]] std::vector<NodeId> writes_to(NodeId read) const {
    std::vector<NodeId> writes;
    for (const NodeId id : order_) {
      const Event& event = forest_[id].event;
      if (event.kind == Kind::write && event.location == forest_[read].event.location && unit_of(id) != unit_of(read)) {
        writes.push_back(id);
      }
    }
    return writes;
  }

  // The read takes this write (kNone: what was newest in the prefix) and no other.
  Expr takes(NodeId read, NodeId write) {
    const Event& event = forest_[read].event;
    if (in_prefix_.contains(read)) return pool_.path_constraint(false);
    const bool old = write == kNone || in_prefix_.contains(write);
    if (old && write != newest(event.location)) return pool_.path_constraint(false);
    if (!old && !woven_.contains(write)) return pool_.path_constraint(false);
    Expr all = pool_.path_constraint(true);
    if (const std::optional<Expr> value = value_of(write, event.location)) {
      all = pool_.binary(Op::equal, event.symbol, *value);
    }
    if (!old) all = both(all, both(happens(write), before(write, read)));
    for (const NodeId other : writes_to(read)) {
      if (other == write) continue;
      Expr apart = before(read, other);
      if (!old) apart = either(apart, before(other, write));
      all = both(all, if_then(happens(other), apart));
    }
    return all;
  }

  void add_event(NodeId id) {
    const Node& node = forest_[id];
    const Event& event = node.event;
    const NodeId previous = event.kind == Kind::start ? node.creator : node.parent;
    const auto last = last_.find(event.thread);
    if (last != last_.end() && !place_.contains(node.parent) && node.parent != last->second) {
      demand(pool_.negation(happens(id)));  // the prefix has the thread elsewhere
    }
    if (previous != kNone) {
      demand(if_then(happens(id), happens(previous)));
      const bool apart = place_.contains(previous) && unit_of(previous) != unit_of(id);
      if (apart) demand(if_then(happens(id), is_earlier(previous, id)));
    }
    if (event.kind == Kind::branch) demand(if_then(happens(id), event.held));
    if (event.kind == Kind::read) {
      Expr any = takes(id, newest(event.location));
      for (const NodeId write : writes_to(id)) any = either(any, takes(id, write));
      demand(if_then(happens(id), any));
    }
    if (event.kind == Kind::join) add_join(id);
    if (id != forest_[question_.sink].parent) add_rest(id);
  }

  // What happens at once happens as a whole.
  void add_rest(NodeId id) {
    Expr any = pool_.path_constraint(false);
    bool more = false;
    for (const NodeId child : forest_[id].children) {
      if (forest_[child].event.kind != Kind::branch && !forest_[child].event.glued) continue;
      any = either(any, happens(child));
      more = more || place_.contains(child);
    }
    if (more) demand(if_then(happens(id), any));
  }

  void add_join(NodeId id) {
    const std::uint32_t other = forest_[id].event.other;
    const auto last = last_.find(other);
    if (last != last_.end() && forest_[last->second].event.kind == Kind::end) return;
    Expr any = pool_.path_constraint(false);
    for (const NodeId end : order_) {
      const Event& event = forest_[end].event;
      if (event.kind == Kind::end && event.thread == other) any = either(any, both(happens(end), before(end, id)));
    }
    demand(if_then(happens(id), any));
  }

  // What one thread does instead of each other: several ways from one event, or from where the prefix ends.
  [[nodiscard]] std::map<NodeId, std::vector<NodeId>> siblings() const {
    std::map<NodeId, std::vector<NodeId>> children;
    for (const NodeId id : order_) {
      if (forest_[id].event.kind != Kind::start) children[forest_[id].parent].push_back(id);
    }
    return children;
  }
  void add_choice(const std::vector<NodeId>& children) {
    for (std::size_t i = 0; i < children.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        demand(pool_.negation(both(happens(children[i]), happens(children[j]))));
      }
    }
  }

  // The woven unlocks that end what the lock begins: one on each way that the thread can go.
  [[nodiscard]] std::vector<NodeId> unlocks_of(NodeId lock) const {
    std::vector<NodeId> unlocks;
    for (const NodeId id : order_) {
      const Event& event = forest_[id].event;
      if (event.kind != Kind::sync || !is_unlock(event) || event.location != forest_[lock].event.location) continue;
      if (event.thread != forest_[lock].event.thread || !forest_.on_path(lock, id)) continue;
      const auto closer = [&](NodeId other) { return forest_.on_path(other, id); };
      if (std::none_of(unlocks.begin(), unlocks.end(), closer)) unlocks.push_back(id);
    }
    return unlocks;
  }
  Expr unlocked_before(NodeId lock, NodeId other) {
    Expr any = pool_.path_constraint(false);
    for (const NodeId unlock : unlocks_of(lock)) any = either(any, both(happens(unlock), before(unlock, other)));
    return any;
  }
  void add_locks() {
    std::vector<NodeId> locks;
    for (const NodeId id : order_) {
      if (forest_[id].event.kind == Kind::sync && is_lock(forest_[id].event)) locks.push_back(id);
    }
    for (const NodeId lock : locks) {
      const Event& event = forest_[lock].event;
      const auto holder = holder_.find(event.location);
      if (holder != holder_.end() && holder->second != kNone && forest_[holder->second].event.thread != event.thread) {
        demand(if_then(happens(lock), unlocked_before(holder->second, lock)));
      }
      for (const NodeId other : locks) {
        if (other >= lock || forest_[other].event.thread == event.thread) continue;
        if (forest_[other].event.location != event.location) continue;
        const Expr apart = either(unlocked_before(lock, other), unlocked_before(other, lock));
        demand(if_then(both(happens(lock), happens(other)), apart));
      }
    }
  }

  // Operations on objects that are not known here keep the order in which the run had them.
  void add_chains() {
    std::map<std::uint64_t, NodeId> last;
    for (const NodeId id : question_.main) {
      const Event& event = forest_[id].event;
      if (event.kind != Kind::sync || is_lock(event) || is_unlock(event)) continue;
      const auto [before_it, fresh] = last.try_emplace(event.location, id);
      if (!fresh) demand(if_then(both(happens(before_it->second), happens(id)), before(before_it->second, id)));
      before_it->second = id;
    }
  }

  const Known& known_;
  const interference::Forest& forest_;
  const Question& question_;
  expr::Pool& pool_;
  expr::Inputs inputs_;
  std::set<NodeId> in_prefix_;
  std::set<NodeId> woven_;
  std::vector<NodeId> order_;               // woven events
  std::map<NodeId, std::size_t> place_;     // in it
  std::map<std::uint32_t, NodeId> last_;    // by thread: in the prefix
  std::map<std::uint64_t, NodeId> newest_;  // write, by location: in the prefix
  std::map<std::uint64_t, NodeId> holder_;  // lock, by object: in the prefix
  std::vector<std::pair<NodeId, NodeId>> prefix_sources_;
  std::vector<Expr> asked_;
  std::uint32_t first_ = 0;  // variable
};

}  // namespace

Woven weave(const Known& known, const Question& question, expr::Pool& pool, solve::Solver& solver,
            const expr::Values& at_hand) {
  Weaving weaving(known, question, pool);
  if (!weaving.prepare()) return {};
  const solve::Answer answer = solver.solve(weaving.formula(), solve::Effort::all);
  if (answer.verdict == solve::Verdict::unsatisfiable)
    return {.verdict = Woven::Verdict::impossible, .scenario = {}, .values = {}};
  if (answer.verdict == solve::Verdict::unknown) return {};
  return weaving.read_answer(answer, at_hand);
}

}  // namespace sleave::splice
