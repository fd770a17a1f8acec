#include "engine/strategy/dpor/graph/symmetry.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace sleave::graph {
namespace {

// The events of each thread of a graph.
class ByThread {
 public:
  explicit ByThread(const Graph& graph) : events_(graph.threads()) {
    for (EventId id = 0; id < graph.size(); ++id) events_[graph.event(id).thread].push_back(id);
  }
  [[nodiscard]] const EventIds& operator[](std::uint32_t thread) const {
    return thread < events_.size() ? events_[thread] : none_;
  }

 private:
  std::vector<EventIds> events_;
  EventIds none_;
};

Compared by_number(std::size_t first, std::size_t second) {
  if (first == second) return Compared::equal;
  return first < second ? Compared::first_is_lower : Compared::second_is_lower;
}

// None: the write is not in the modification order.
std::optional<std::size_t> place(const Graph& graph, std::uint32_t location, EventId write) {
  const std::size_t position = graph.position(location, write);
  if (position == 0 && write != kInitial) return std::nullopt;
  return position;
}

// Operations on lists of sleeping threads name their own thread.
bool names_its_thread(Op op) {
  return op == Op::enqueue || op == Op::futex_wait || op == Op::leave_condition || op == Op::leave_futex;
}

bool is_same_operation(const Event& first, const Event& second) {
  if (first.kind != second.kind || first.location != second.location) return false;
  if (first.kind == Kind::write) return first.value == second.value;
  if (first.kind != Kind::update) return true;
  Operation other = second.operation;
  if (names_its_thread(other.op)) {
    (other.op == Op::futex_wait ? other.b : other.a) =
        other.op == Op::futex_wait ? first.operation.b : first.operation.a;
  }
  return first.operation == other;
}

// How many of the first `most` events of two threads are equal.
std::size_t equal_part(const Graph& graph, const EventIds& first, const EventIds& second, std::size_t most) {
  std::size_t length = 0;
  most = std::min({most, first.size(), second.size()});
  while (length < most && compare(graph, first[length], second[length]) == Compared::equal) ++length;
  return length;
}

bool is_sorted_pair(const Graph& graph, const EventIds& lower, const EventIds& higher) {
  const std::size_t equal = equal_part(graph, lower, higher, lower.size());
  if (equal == higher.size()) return true;
  if (equal == lower.size()) return false;  // what the higher one did next, the lower one can do
  return compare(graph, lower[equal], higher[equal]) != Compared::second_is_lower;
}

// Whether they do something else after the same results. A thread that fails may have stopped before its event.
bool differ(const Graph& graph, const EventIds& lower, const EventIds& higher) {
  const std::size_t equal = equal_part(graph, lower, higher, lower.size());
  if (equal == lower.size() || equal == higher.size()) return false;
  if (graph.event(lower[equal]).fatal || graph.event(higher[equal]).fatal) return false;
  return compare(graph, lower[equal], higher[equal]) == Compared::apart;
}

// Grows the prefix of a write.
class Prefix {
 public:
  Prefix(const Graph& graph, EventId write, RecycledVector<std::uint8_t>& prefix)
      : graph_(graph), write_(write), prefix_(prefix), threads_(graph) {}

  // What belongs to the prefix because `higher` has events in it. Whether that was news.
  bool add_equal_part(std::uint32_t lower, std::uint32_t higher) {
    const EventIds& low = threads_[lower];
    const std::size_t last = events_in_prefix(threads_[higher]);
    if (low.empty() || last == 0) return false;
    // The event after the equal ones decides.
    const std::size_t decides = equal_part(graph_, low, threads_[higher], last - 1);
    return add(whole(low[std::min(decides, low.size() - 1)]));
  }

 private:
  [[nodiscard]] std::size_t events_in_prefix(const EventIds& events) const {
    std::size_t number = events.size();
    while (number > 0 && prefix_[events[number - 1]] == 0) --number;
    return number;
  }

  // An update is not torn apart.
  [[nodiscard]] EventId whole(EventId id) const {
    const Event& event = graph_.event(id);
    return event.kind == Kind::update && event.partner != kNoEvent ? event.partner : id;
  }

  bool add(EventId top) {
    if (prefix_[top] != 0) return false;
    for (EventId id = 0; id < write_; ++id) {
      if (graph_.in_prefix(id, top)) prefix_[id] = 1;
    }
    return true;
  }

  const Graph& graph_;
  EventId write_;
  RecycledVector<std::uint8_t>& prefix_;
  ByThread threads_;
};

}  // namespace

Compared compare(const Graph& graph, EventId first, EventId second) {
  const Event& a = graph.event(first);
  const Event& b = graph.event(second);
  if (!is_same_operation(a, b)) return Compared::apart;
  if (a.reads() || a.writes()) {
    const std::optional<std::size_t> place_of_a = place(graph, a.location, a.reads() ? a.source : first);
    const std::optional<std::size_t> place_of_b = place(graph, b.location, b.reads() ? b.source : second);
    if (!place_of_a || !place_of_b) return Compared::apart;
    if (*place_of_a != *place_of_b) return by_number(*place_of_a, *place_of_b);
  }
  // A run that continues freely takes outcome 0, and runs lower threads first.
  return by_number(b.outcome, a.outcome);
}

bool is_sorted(const Graph& graph, const Symmetry& symmetry) {
  const ByThread threads(graph);
  for (const Symmetry::Group& group : symmetry.groups()) {
    for (std::size_t i = 1; i < group.size(); ++i) {
      // With each lower one: a thread without events is between any two.
      for (std::size_t k = 0; k < i; ++k) {
        if (!is_sorted_pair(graph, threads[group[k]], threads[group[i]])) return false;
      }
    }
  }
  return true;
}

std::set<std::uint32_t> distinguished(const Graph& graph, const Symmetry& symmetry, bool whole) {
  std::set<std::uint32_t> apart;
  if (symmetry.empty()) return apart;
  const ByThread threads(graph);
  for (const Symmetry::Group& group : symmetry.groups()) {
    for (std::size_t i = 1; i < group.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        const EventIds& lower = threads[group[k]];
        const EventIds& higher = threads[group[i]];
        const bool unsorted = whole && !is_sorted_pair(graph, lower, higher);
        if (unsorted || differ(graph, lower, higher)) apart.insert(group[i]);
      }
    }
  }
  return apart;
}

void add_equal_parts(const Graph& graph, const Symmetry& symmetry, EventId write,
                     RecycledVector<std::uint8_t>& prefix) {
  Prefix grown(graph, write, prefix);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Symmetry::Group& group : symmetry.groups()) {
      for (std::size_t i = group.size(); i-- > 1;) changed = grown.add_equal_part(group[i - 1], group[i]) || changed;
    }
  }
}

}  // namespace sleave::graph
