// Symmetry: of graphs that differ only by an exchange of alike threads, one is enough.
//
// Threads of a group run the same code on the same data, so exchanging two of them in an execution gives another
// execution, in which the program does the same. Such executions form an orbit. Of each orbit the search runs one
// class: the one whose threads are *sorted*. Two threads of a group are compared event by event, a read by the place of
// its source in the modification order, a write by its own place, a choice by its outcome; the first difference
// decides. docs/internals/symmetry.md has the proof; three things belong together:
//
//   - work items whose threads are not sorted are dropped (is_sorted);
//   - a revisit keeps, besides what its write depends on, what decided the order of alike threads (add_equal_parts);
//   - of a group, the lowest thread that can continue runs first (SLEAVE_POLICY_lowest).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "engine/base/recycled.h"
#include "engine/strategy/dpor/graph/graph.h"

namespace sleave::graph {

class Symmetry {
 public:
  using Group = std::vector<std::uint32_t>;  // threads, in the order of their creation

  // Memory of a thread's own: the names of its locations, and its addresses. What one thread has there, an alike one
  // has at the same distance from the beginning.
  struct Own {
    std::uint64_t names = 0;
    std::uint64_t addresses = 0;
    std::uint64_t bytes = 0;
  };

  Symmetry() = default;
  explicit Symmetry(std::vector<Group> groups, std::map<std::uint32_t, Own> own = {})
      : groups_(std::move(groups)), own_(std::move(own)) {}

  [[nodiscard]] bool empty() const { return groups_.empty(); }
  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }

  // Whether two names of locations, or two words, are the same, or each is of its thread's own memory and they
  // correspond.
  [[nodiscard]] bool is_same_name(std::uint32_t thread, std::uint64_t name, std::uint32_t other,
                                  std::uint64_t other_name) const;
  [[nodiscard]] bool is_same_word(std::uint32_t thread, std::uint64_t word, std::uint32_t other,
                                  std::uint64_t other_word) const;

 private:
  [[nodiscard]] bool correspond(std::uint64_t Own::* begin, std::uint32_t thread, std::uint64_t place,
                                std::uint32_t other, std::uint64_t other_place) const;

  std::vector<Group> groups_;
  std::map<std::uint32_t, Own> own_;  // by thread
};

// How two events of alike threads compare, at the same index after equal events. `apart`: they are not the same
// operation, or one of them is a write that has no place yet, or reads one.
enum class Compared : std::uint8_t { equal, first_is_lower, second_is_lower, apart };
Compared compare(const Graph& graph, const Symmetry& symmetry, EventId first, EventId second);

bool is_sorted(const Graph& graph, const Symmetry& symmetry);

// Of the graph of a run: threads of groups that did something else than a lower one after the same results. They are
// not alike. Of a `whole` run, all of whose threads have ended, also those that came before a lower one; where a lower
// one waits for good, a higher one may.
std::set<std::uint32_t> distinguished(const Graph& graph, const Symmetry& symmetry, bool whole);

// `prefix` says for each event of the graph whether `write`, the newest, depends on it. Adds the events of lower alike
// threads that equal those of the prefix, with the one that decides, and what they depend on.
void add_equal_parts(const Graph& graph, const Symmetry& symmetry, EventId write, RecycledVector<std::uint8_t>& prefix);

}  // namespace sleave::graph
