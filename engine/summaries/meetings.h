// Meetings: inputs under which two operations, each in a thread of its own, come upon each other. No program runs for
// it.
//
// For each pair of paths, one of each operation, one solver query: is there an input under which both are taken? Under
// it both make exactly the steps of their summaries as long as neither reads what the other has written. So
//
//   race       two accesses of one address, one a write, no lock in common
//   deadlock   each thread is about to take what the other holds
//   violation  one operation is interrupted by the whole other one, between two steps that both conflict with it: no
//              order of whole operations has that result
//
// are candidates where the progress graph (progress_graph.h) has an order that leads there. What a run of that order
// shows is what counts.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/expr/evaluate.h"
#include "engine/inputs/solving.h"
#include "engine/summaries/progress_graph.h"
#include "engine/summaries/summary.h"

namespace sleave::summaries {

enum class MeetingKind : std::uint8_t { race, deadlock, violation };

struct Meeting {
  MeetingKind kind = MeetingKind::race;
  bool first_waits = true;                      // violation: the first operation is the one that is interrupted
  std::pair<std::size_t, std::size_t> paths{};  // of the first and of the second operation
  std::pair<std::size_t, std::size_t> steps{};  // both are to be next; violation: one of them has not begun
  std::pair<sleave_site, sleave_site> sites{};  // of these steps; violation: of the two that are separated
  Sites points{};                               // plain accesses that the plan makes points
  Order order{};
  expr::Values values{};  // the input
};

struct MeetingLimits {
  std::uint64_t queries_of_place = 64;    // to the solver, for a pair of places in the code
  std::uint64_t tries_of_place = 20'000;  // pairs of paths that are looked at, likewise
  std::uint64_t orders_of_place = 16;     // progress graphs, likewise
  std::size_t violations = 24;            // of a pair of operations
  std::optional<std::chrono::steady_clock::time_point> end{};
};

struct MeetingCounts {
  std::uint64_t places = 0;     // pairs of places with an address in common
  std::uint64_t queries = 0;    // about pairs of paths that no input at hand takes
  std::uint64_t evaluated = 0;  // pairs of paths that an input at hand takes
  std::uint64_t refuted = 0;    // pairs of paths that no input takes together
  std::uint64_t blocked = 0;    // pairs of paths without an order
  std::uint64_t cut_short = 0;  // places where a limit ended the search

  void add(const MeetingCounts& more) {
    places += more.places;
    queries += more.queries;
    evaluated += more.evaluated;
    refuted += more.refuted;
    blocked += more.blocked;
    cut_short += more.cut_short;
  }
};

class Meetings {
 public:
  // `second` is in_second_thread(). All outlive it.
  Meetings(const OperationSummaries& first, const OperationSummaries& second, Solving& solving,
           const MeetingLimits& limits = {});

  // One of each kind and pair of places, undisturbed if there is one.
  std::vector<Meeting> find();
  [[nodiscard]] const MeetingCounts& counts() const { return counts_; }

  // Whether no paths of theirs touch a byte that one of them writes, or one lock, and none uses other objects that
  // threads share (a semaphore, a file). Says nothing of paths that are not among the summaries, nor of code that is
  // not instrumented.
  [[nodiscard]] bool apart();

 private:
  struct Lock {
    std::uint64_t address = 0;
    bool shared = false;
    auto operator<=>(const Lock&) const = default;
  };
  // Steps of several paths that are alike in all that matters.
  struct Group {
    Step step{};
    std::vector<Lock> held{};
    std::vector<std::pair<std::size_t, std::size_t>> places{};  // path, step
  };
  struct Operation {
    std::vector<Group> accesses;
    std::vector<Group> acquisitions;
  };
  struct Goal {
    MeetingKind kind;
    std::pair<sleave_site, sleave_site> sites;
    bool operator<(const Goal& other) const { return std::tie(kind, sites) < std::tie(other.kind, other.sites); }
  };
  struct Effort {
    std::uint64_t queries = 0;
    std::uint64_t tries = 0;
    std::uint64_t orders = 0;
  };

  static Operation groups_of(const OperationSummaries& operation);
  static bool protects(const std::vector<Lock>& a, const std::vector<Lock>& b);
  void find_races(const Operation& first, const Operation& second);
  void find_deadlocks(const Operation& first, const Operation& second);
  void find_violations();
  void look_for_violation(bool first_waits, std::size_t one, std::size_t two);
  void try_to_meet(const Goal& goal, const Group& a, const Group& b);
  bool try_paths(const Goal& goal, std::pair<std::size_t, std::size_t> a, std::pair<std::size_t, std::size_t> b,
                 bool may_ask);
  [[nodiscard]] Sites points_for(std::pair<std::size_t, std::size_t> a, std::pair<std::size_t, std::size_t> b) const;
  // An input that takes both paths. `may_ask`: the solver may be asked.
  const std::optional<expr::Values>* input_for(std::size_t one, std::size_t two, bool may_ask, Effort& effort);
  std::optional<expr::Values> evaluated(std::size_t one, std::size_t two);
  [[nodiscard]] bool is_over() const;

  const OperationSummaries& first_;
  const OperationSummaries& second_;
  Solving& solving_;
  MeetingLimits limits_;
  MeetingCounts counts_;
  expr::Evaluation evaluation_;
  std::map<Goal, Effort> effort_;
  std::map<Goal, Meeting> found_;
  std::set<Goal> precise_;                                                 // found, and undisturbed
  std::unordered_map<std::uint64_t, std::optional<expr::Values>> inputs_;  // by pair of paths
  std::set<std::uint64_t> looked_;                                         // pairs of paths that no input at hand takes
};

}  // namespace sleave::summaries
