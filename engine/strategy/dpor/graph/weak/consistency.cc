#include "engine/strategy/dpor/graph/weak/consistency.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/strategy/dpor/graph/sequential.h"
#include "engine/strategy/dpor/graph/weak/happens_before.h"
#include "engine/strategy/dpor/graph/weak/relation.h"

namespace sleave::graph {
namespace {

// The two events of an update are one operation.
EventId operation_of(const Graph& graph, EventId id) {
  return graph.event(id).kind == Kind::update_write ? graph.event(id).partner : id;
}

// Takes operations in an order that keeps what each depends on, each thread as far as it goes.
class Dependence {
 public:
  explicit Dependence(const Graph& graph) : graph_(graph), after_(graph.size()), missing_(graph.size()) {
    EventIds last(graph.threads(), kNoEvent);
    for (EventId id = 0; id < graph.size(); ++id) {
      const Event& event = graph.event(id);
      add(std::exchange(last[event.thread], id), id);
      add(event.source, id);
      add(event.predecessor, id);
    }
    for (std::uint32_t i = 0; i < graph.locations().size(); ++i) keep_objects(i);
  }

  bool run(EventIds& order) {
    order.clear();
    std::vector<EventId> ready;
    for (EventId id = 0; id < graph_.size(); ++id) {
      if (operation_of(graph_, id) == id && missing_[id] == 0) ready.push_back(id);
    }
    std::uint32_t current = 0;
    while (!ready.empty()) {
      const auto next = std::min_element(ready.begin(), ready.end(), [&](EventId a, EventId b) {
        const auto rank = [&](EventId id) { return std::pair(graph_.event(id).thread != current, id); };
        return rank(a) < rank(b);
      });
      const EventId id = *next;
      ready.erase(next);
      current = graph_.event(id).thread;
      order.push_back(id);
      if (graph_.event(id).kind == Kind::update && graph_.event(id).partner != kNoEvent)
        order.push_back(graph_.event(id).partner);
      for (const EventId other : after_[id]) {
        if (--missing_[other] == 0) ready.push_back(other);
      }
    }
    return order.size() == graph_.size();
  }

 private:
  void add(EventId before, EventId after) {
    if (before == kNoEvent || before == kInitial) return;
    before = operation_of(graph_, before);
    after = operation_of(graph_, after);
    if (before == after) return;
    after_[before].push_back(after);
    ++missing_[after];
  }

  // An operation on an object finds the state that all writes before it have left.
  void keep_objects(std::uint32_t location) {
    const EventIds& writes = graph_.location(location).writes;
    for (EventId id = 0; id < graph_.size(); ++id) {
      const Event& event = graph_.event(id);
      if (event.location != location || !event.is_object) continue;
      const std::size_t found =
          event.writes() ? graph_.position(location, id) - 1 : graph_.position(location, event.source);
      for (std::size_t i = 0; i < writes.size(); ++i) {
        if (i < found) {
          add(writes[i], id);
        } else if (writes[i] != id) {
          add(id, writes[i]);
        }
      }
    }
  }

  const Graph& graph_;
  std::vector<EventIds> after_;
  std::vector<std::uint32_t> missing_;
};

class Consistency {
 public:
  Consistency(const Graph& graph, std::span<const EventId> order) : graph_(graph), happens_before_(graph, order) {
    positions_.reserve(graph.size());
    for (EventId id = 0; id < graph.size(); ++id) {
      const Event& event = graph.event(id);
      const EventId write = event.reads() ? event.source : id;
      positions_.push_back(event.location == kNoLocation ? 0 : graph.position(event.location, write));
    }
  }

  // Nobody sees less than what happens before it has seen or written.
  [[nodiscard]] bool is_coherent() const {
    for (EventId late = 0; late < graph_.size(); ++late) {
      const Event& event = graph_.event(late);
      if (event.location == kNoLocation) continue;
      for (EventId early = 0; early < graph_.size(); ++early) {
        if (graph_.event(early).location != event.location || !before(early, late)) continue;
        if (event.writes() ? positions_[early] >= positions_[late] : positions_[early] > positions_[late]) return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool has_total_order(WeakModel model) const {
    if (model == WeakModel::tso) return !processor_order().has_cycle();
    const bool any = std::any_of(graph_.events().begin(), graph_.events().end(), is_sequential);
    return !any || !(model == WeakModel::cpp20 ? cpp20_order() : rc11_order()).has_cycle();
  }

 private:
  static bool is_sequential(const Event& event) {
    const bool has_order = event.reads() || event.writes() || event.kind == Kind::fence;
    return has_order && event.order() == MemoryOrder::seq_cst;
  }
  static bool is_fence(const Event& event) { return event.kind == Kind::fence; }

  [[nodiscard]] bool before(EventId early, EventId late) const { return happens_before_.before(graph_, early, late); }
  [[nodiscard]] bool is_same_operation(EventId a, EventId b) const {
    return operation_of(graph_, a) == operation_of(graph_, b);
  }

  // Modification order, reads-from and from-read, and what follows from them.
  [[nodiscard]] bool coherence_before(EventId a, EventId b) const {
    const Event& first = graph_.event(a);
    const Event& second = graph_.event(b);
    if (first.location == kNoLocation || first.location != second.location || a == b) return false;
    return first.writes() && second.reads() ? positions_[a] <= positions_[b] : positions_[a] < positions_[b];
  }

  template <typename Related>
  [[nodiscard]] Relation relation(Related related) const {
    Relation made(graph_.size());
    for (EventId a = 0; a < graph_.size(); ++a) {
      for (EventId b = 0; b < graph_.size(); ++b) {
        if (a != b && related(a, b)) made.add(a, b);
      }
    }
    return made;
  }

  [[nodiscard]] Relation happens_before() const {
    return relation([&](EventId a, EventId b) { return before(a, b); });
  }
  [[nodiscard]] bool program_order(EventId a, EventId b) const {
    return graph_.event(a).thread == graph_.event(b).thread && graph_.event(a).index < graph_.event(b).index;
  }

  // Both events of an update have what one of them has, but not each other.
  [[nodiscard]] Relation by_operation(const Relation& of) const {
    Relation merged(of.size());
    for (EventId a = 0; a < graph_.size(); ++a) {
      of.each(a, [&](std::size_t b) {
        const auto other = static_cast<EventId>(b);
        if (!is_same_operation(a, other)) merged.add(operation_of(graph_, a), operation_of(graph_, other));
      });
    }
    return merged;
  }

  // "Synchronizes with", of sequentially consistent operations.
  [[nodiscard]] Relation synchronizes() const {
    Relation made(graph_.size());
    for (EventId id = 0; id < graph_.size(); ++id) {
      if (graph_.event(id).reads()) add_synchronization(id, made);
    }
    return made;
  }

  // From every release of the sequence that the event reads, to every acquire of it.
  void add_synchronization(EventId read, Relation& to) const {
    std::vector<EventId> acquires_it;
    if (acquires(graph_.event(read).order())) acquires_it.push_back(read);
    for (EventId id = 0; id < graph_.size(); ++id) {
      const bool after = is_fence(graph_.event(id)) && program_order(read, id);
      if (after && acquires(graph_.event(id).order())) acquires_it.push_back(id);
    }
    for (EventId write = graph_.event(read).source; write != kInitial;) {
      const Event& event = graph_.event(write);
      for (EventId id = 0; id < graph_.size(); ++id) {
        const bool itself = id == write || (is_fence(graph_.event(id)) && program_order(id, write));
        if (!itself || !releases(graph_.event(id).order())) continue;
        for (const EventId acquire : acquires_it) to.add(id, acquire);
      }
      write = event.kind == Kind::update_write ? graph_.event(event.partner).source : kInitial;
    }
  }

  // [intro.races]/12, of operations.
  [[nodiscard]] Relation strongly_before(const Relation& before_all) const {
    Relation sequenced = relation([&](EventId a, EventId b) { return program_order(a, b); });
    add_threads(sequenced);
    const Relation order = by_operation(sequenced);
    const Relation simply = by_operation(before_all);
    Relation strongly = order;
    strongly |= order.then(simply).then(order);
    const Relation edges = by_operation(synchronizes());
    for (EventId a = 0; a < graph_.size(); ++a) {
      edges.each(a, [&](std::size_t b) {
        if (is_sequential(graph_.event(a)) && is_sequential(graph_.event(static_cast<EventId>(b)))) strongly.add(a, b);
      });
    }
    strongly.close();
    return strongly;
  }

  // A creation comes before all of its thread, a join after all of it.
  void add_threads(Relation& sequenced) const {
    for (EventId id = 0; id < graph_.size(); ++id) {
      if (!has_ordering_predecessor(graph_.event(id))) continue;
      const EventId other = graph_.event(id).predecessor;
      for (EventId event = 0; event < graph_.size(); ++event) {
        if (event == other || program_order(event, other)) {
          sequenced.add(event, id);
          for (EventId later = 0; later < graph_.size(); ++later) {
            if (program_order(id, later)) sequenced.add(event, later);
          }
        }
      }
    }
  }

  // [atomics.order]/4: what the single total order of sequentially consistent operations has to keep.
  [[nodiscard]] Relation cpp20_order() const {
    const Relation before_all = happens_before();
    const Relation strongly = strongly_before(before_all);
    Relation kept(graph_.size());
    for (EventId a = 0; a < graph_.size(); ++a) {
      if (!is_sequential(graph_.event(a))) continue;
      strongly.each(operation_of(graph_, a), [&](std::size_t b) {
        if (is_sequential(graph_.event(static_cast<EventId>(b)))) kept.add(a, b);
      });
      if (!is_fence(graph_.event(a))) {
        add_coherence(a, a, before_all, kept);
        continue;
      }
      before_all.each(a, [&](std::size_t access) { add_coherence(a, static_cast<EventId>(access), before_all, kept); });
    }
    return by_operation(kept);
  }

  // `first` is `access`, or a fence that happens before it.
  void add_coherence(EventId first, EventId access, const Relation& before_all, Relation& kept) const {
    for (EventId b = 0; b < graph_.size(); ++b) {
      if (!coherence_before(access, b) || is_same_operation(access, b)) continue;
      if (is_sequential(graph_.event(b))) kept.add(first, b);
      before_all.each(b, [&](std::size_t fence) {
        const Event& event = graph_.event(static_cast<EventId>(fence));
        if (is_fence(event) && is_sequential(event)) kept.add(first, fence);
      });
    }
  }

  // Stores wait in a buffer of their thread, which updates, fences, sequentially consistent stores and what locks do
  // empty. Everything else is in the order of the program.
  [[nodiscard]] Relation processor_order() const {
    return relation([&](EventId a, EventId b) {
      if (program_order(a, b)) return !passes(a, b);
      const Event& first = graph_.event(a);
      const Event& second = graph_.event(b);
      if (second.predecessor == a) return true;
      if (first.location == kNoLocation || first.location != second.location) return false;
      if (first.writes() && second.reads()) return second.source == a && first.thread != second.thread;
      return second.writes() && positions_[a] < positions_[b];  // modification order and from-read
    });
  }

  // Whether the processor may make `load` visible before `store`.
  [[nodiscard]] bool passes(EventId store, EventId load) const {
    const Event& first = graph_.event(store);
    const Event& last = graph_.event(load);
    if (first.kind != Kind::write || first.is_object || is_sequential(first)) return false;
    if (last.kind != Kind::read || last.is_object) return false;
    return std::none_of(graph_.events().begin(), graph_.events().end(), [&](const Event& event) {
      const bool between = event.thread == first.thread && first.index < event.index && event.index < last.index;
      const bool is_update = event.kind == Kind::update || event.kind == Kind::update_write;
      return between && (event.is_object || is_update || (event.kind != Kind::read && is_sequential(event)));
    });
  }

  // The paper's psc: partial order of sequentially consistent events.
  [[nodiscard]] Relation rc11_order() const {
    const auto location = [&](EventId id) { return graph_.event(id).location; };
    const auto differ = [&](EventId a, EventId b) {
      return location(a) == kNoLocation || location(b) == kNoLocation || location(a) != location(b);
    };
    const Relation before_all = happens_before();
    const Relation elsewhere = relation([&](EventId a, EventId b) { return program_order(a, b) && differ(a, b); });
    Relation basis = elsewhere.then(before_all).then(elsewhere);
    basis |= relation([&](EventId a, EventId b) {
      if (program_order(a, b) || (before(a, b) && !differ(a, b))) return true;
      return !differ(a, b) && graph_.event(b).writes() && positions_[a] < positions_[b];  // mo and from-read
    });
    Relation first(graph_.size());
    Relation last(graph_.size());
    Relation fences(graph_.size());
    const Relation coherence = relation([&](EventId a, EventId b) { return coherence_before(a, b); });
    Relation around = before_all.then(coherence).then(before_all);
    around |= before_all;
    for (EventId a = 0; a < graph_.size(); ++a) {
      if (!is_sequential(graph_.event(a))) continue;
      first.add(a, a);
      last.add(a, a);
      if (!is_fence(graph_.event(a))) continue;
      first.add_row(a, before_all, a);
      for (EventId b = 0; b < graph_.size(); ++b) {
        if (before(b, a)) last.add(b, a);
        if (is_fence(graph_.event(b)) && is_sequential(graph_.event(b)) && around.has(a, b)) fences.add(a, b);
      }
    }
    Relation order = first.then(basis).then(last);
    order |= fences;
    return order;
  }

  const Graph& graph_;
  HappensBefore happens_before_;
  std::vector<std::size_t> positions_;  // in its location's modification order: of a write, or of what is read
};

}  // namespace

bool order_by_dependence(const Graph& graph, EventIds& order) { return Dependence(graph).run(order); }

bool is_allowed(const Graph& graph, std::span<const EventId> order, WeakModel model) {
  if (!updates_are_atomic(graph)) return false;
  const Consistency consistency(graph, order);
  return consistency.is_coherent() && consistency.has_total_order(model);
}

}  // namespace sleave::graph
