#include "engine/strategy/dpor/graph/symmetry.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>

namespace sleave::graph {
namespace {

using Events = std::span<const EventId>;

// The events of each thread of a graph.
class ByThread {
 public:
  explicit ByThread(const Graph& graph) : ends_(graph.threads() + 1), events_(graph.size()) {
    for (EventId id = 0; id < graph.size(); ++id) ++ends_[graph.event(id).thread + 1];
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
    // From here on, where the next event of each thread comes; at last, where the thread's events end.
    for (EventId id = 0; id < graph.size(); ++id) events_[ends_[graph.event(id).thread]++] = id;
  }
  [[nodiscard]] Events operator[](std::uint32_t thread) const {
    if (thread + 1 >= ends_.size()) return {};
    const std::size_t begin = thread == 0 ? 0 : ends_[thread - 1];
    return Events(events_).subspan(begin, ends_[thread] - begin);
  }

 private:
  RecycledVector<std::size_t> ends_;
  RecycledVector<EventId> events_;
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

// Two events of alike threads, after equal ones.
class Pair {
 public:
  Pair(const Graph& graph, const Symmetry& symmetry, EventId first, EventId second)
      : graph_(graph), symmetry_(symmetry), first_(graph.event(first)), second_(graph.event(second)) {}

  [[nodiscard]] bool is_same_operation() const {
    if (first_.kind != second_.kind || !is_same_place()) return false;
    if (first_.kind == Kind::write) return is_same_word(first_.value, second_.value);
    if (first_.kind != Kind::update) return true;
    const Operation& a = first_.operation;
    const Operation& b = second_.operation;
    if (a.op != b.op || a.bytes != b.bytes || a.shift != b.shift) return false;
    const bool own_a = names_its_thread(a.op) && a.op != Op::futex_wait;
    const bool own_b = a.op == Op::futex_wait;
    return (own_a || is_same_word(a.a, b.a)) && (own_b || is_same_word(a.b, b.b));
  }

 private:
  [[nodiscard]] bool is_same_place() const {
    if (first_.location == second_.location) return true;
    if (first_.location == kNoLocation || second_.location == kNoLocation) return false;
    return symmetry_.is_same_name(first_.thread, graph_.location(first_.location).name, second_.thread,
                                  graph_.location(second_.location).name);
  }
  [[nodiscard]] bool is_same_word(std::uint64_t a, std::uint64_t b) const {
    return symmetry_.is_same_word(first_.thread, a, second_.thread, b);
  }

  const Graph& graph_;
  const Symmetry& symmetry_;
  const Event& first_;
  const Event& second_;
};

// How many of the first `most` events of two threads are equal.
std::size_t equal_part(const Graph& graph, const Symmetry& symmetry, Events first, Events second, std::size_t most) {
  std::size_t length = 0;
  most = std::min({most, first.size(), second.size()});
  while (length < most && compare(graph, symmetry, first[length], second[length]) == Compared::equal) ++length;
  return length;
}

bool is_sorted_pair(const Graph& graph, const Symmetry& symmetry, Events lower, Events higher) {
  const std::size_t equal = equal_part(graph, symmetry, lower, higher, lower.size());
  if (equal == higher.size()) return true;
  if (equal == lower.size()) return false;  // what the higher one did next, the lower one can do
  return compare(graph, symmetry, lower[equal], higher[equal]) != Compared::second_is_lower;
}

// Whether they do something else after the same results. A thread that fails may have stopped before its event.
bool differ(const Graph& graph, const Symmetry& symmetry, Events lower, Events higher) {
  const std::size_t equal = equal_part(graph, symmetry, lower, higher, lower.size());
  if (equal == lower.size() || equal == higher.size()) return false;
  if (graph.event(lower[equal]).fatal || graph.event(higher[equal]).fatal) return false;
  return compare(graph, symmetry, lower[equal], higher[equal]) == Compared::apart;
}

// Grows the prefix of a write.
class Prefix {
 public:
  Prefix(const Graph& graph, const Symmetry& symmetry, EventId write, RecycledVector<std::uint8_t>& prefix)
      : graph_(graph), symmetry_(symmetry), write_(write), prefix_(prefix), threads_(graph) {}

  // What belongs to the prefix because `higher` has events in it. Whether that was news.
  bool add_equal_part(std::uint32_t lower, std::uint32_t higher) {
    const Events low = threads_[lower];
    const std::size_t last = events_in_prefix(threads_[higher]);
    if (low.empty() || last == 0) return false;
    // The event after the equal ones decides.
    const std::size_t decides = equal_part(graph_, symmetry_, low, threads_[higher], last - 1);
    return add(whole(low[std::min(decides, low.size() - 1)]));
  }

 private:
  [[nodiscard]] std::size_t events_in_prefix(Events events) const {
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
  const Symmetry& symmetry_;
  EventId write_;
  RecycledVector<std::uint8_t>& prefix_;
  ByThread threads_;
};

}  // namespace

bool Symmetry::correspond(std::uint64_t Own::* begin, std::uint32_t thread, std::uint64_t place, std::uint32_t other,
                          std::uint64_t other_place) const {
  const auto own = own_.find(thread);
  const auto others = own_.find(other);
  if (own == own_.end() || others == own_.end()) return false;
  const std::uint64_t distance = place - own->second.*begin;
  return distance < own->second.bytes && other_place - others->second.*begin == distance;
}

bool Symmetry::is_same_name(std::uint32_t thread, std::uint64_t name, std::uint32_t other,
                            std::uint64_t other_name) const {
  return name == other_name || correspond(&Own::names, thread, name, other, other_name);
}

bool Symmetry::is_same_word(std::uint32_t thread, std::uint64_t word, std::uint32_t other,
                            std::uint64_t other_word) const {
  return word == other_word || correspond(&Own::addresses, thread, word, other, other_word);
}

Compared compare(const Graph& graph, const Symmetry& symmetry, EventId first, EventId second) {
  const Event& a = graph.event(first);
  const Event& b = graph.event(second);
  if (!Pair(graph, symmetry, first, second).is_same_operation()) return Compared::apart;
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
        if (!is_sorted_pair(graph, symmetry, threads[group[k]], threads[group[i]])) return false;
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
        const Events lower = threads[group[k]];
        const Events higher = threads[group[i]];
        const bool unsorted = whole && !is_sorted_pair(graph, symmetry, lower, higher);
        if (unsorted || differ(graph, symmetry, lower, higher)) apart.insert(group[i]);
      }
    }
  }
  return apart;
}

void add_equal_parts(const Graph& graph, const Symmetry& symmetry, EventId write,
                     RecycledVector<std::uint8_t>& prefix) {
  Prefix grown(graph, symmetry, write, prefix);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Symmetry::Group& group : symmetry.groups()) {
      for (std::size_t i = group.size(); i-- > 1;) changed = grown.add_equal_part(group[i - 1], group[i]) || changed;
    }
  }
}

}  // namespace sleave::graph
