// Search: splices of runs that should take branch outcomes that no run took. After multi-trace analysis (Razavi 2014,
// chapter 3).
//
// First each thread alone, with all inputs (the search by interferences, with none of them). Then, for each branch with
// an outcome that is missing, and each run that came to it: a read that the branch depends on should take a write that
// some run shows. The segment of that run that leads to the write is inserted before the read, from where its threads
// had come as far as in the run. No coverage is promised: only splices of observed runs are tried.
//
// The owner makes runs of what next() returns and reports what they did. Not thread-safe.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine/strategy/interference/search.h"
#include "engine/strategy/splice/weave.h"

namespace sleave::splice {

using interference::Run;
using interference::Task;

struct Counts {
  std::uint64_t asked = 0;        // solver queries
  std::uint64_t possible = 0;     // splices that should take a side
  std::uint64_t unordered = 0;    // of them, those that synchronization objects forbid
  std::uint64_t unknown = 0;      // questions that were too hard
  std::uint64_t came_true = 0;    // runs that took the side
  std::uint64_t strayed = 0;      // runs that did not
  std::uint64_t sides_alone = 0;  // branch outcomes that the threads took alone
};

class Search {
 public:
  Search(expr::Pool& pool, solve::Solver& solver);

  // Looks at some splices, as many as it may. None: nothing is left; or it was not enough: has_pending_work().
  std::optional<Task> next(std::size_t most = ~std::size_t{0});
  [[nodiscard]] bool has_pending_work() const { return thinking_ || alone_.has_pending_work(); }
  // A run was made of the task with this number; 0: the first run, or a part of a run.
  void learn(const Run& run, std::uint64_t task);
  void give_up(std::uint64_t task);

  [[nodiscard]] const interference::Forest& forest() const { return alone_.forest(); }
  [[nodiscard]] const interference::Sides& sides() const { return alone_.sides(); }
  [[nodiscard]] const interference::Search& alone() const { return alone_; }
  [[nodiscard]] const Counts& counts() const { return counts_; }
  [[nodiscard]] std::uint64_t open() const { return targets_.size() + questions_.size(); }

 private:
  using Side = std::pair<std::uint64_t, bool>;
  struct Seen {
    std::vector<NodeId> events;             // in their order
    std::map<NodeId, std::uint32_t> where;  // in it
    std::vector<NodeId> sources;            // by event: of reads, what they took
  };
  struct UnderWay {
    Side side;                      // the run should take it
    std::optional<Question> again;  // else this is asked again: the run shows what was only guessed
  };
  // A run came to a branch and went one way.
  struct Target {
    std::uint32_t run = 0;
    std::uint32_t at = 0;
  };

  void look_for_targets(std::uint32_t run);
  [[nodiscard]] bool is_wanted(const interference::Event& event) const;
  void ask_about(const Target& target);
  std::vector<std::uint32_t> reads_behind(const Seen& seen, std::uint32_t at);
  void add_questions(const Target& target, std::uint32_t read);
  void put_in(const Target& target, std::uint32_t read, std::uint32_t cut);
  [[nodiscard]] std::vector<NodeId> segment(const Seen& from, std::uint32_t write,
                                            const std::vector<NodeId>& reached) const;
  void add_question(const Target& target, std::uint32_t cut, std::vector<NodeId> segment, NodeId read, NodeId write);
  std::optional<Task> answer(const Question& question);

  expr::Pool& pool_;
  solve::Solver& solver_;
  interference::Search alone_;
  interference::ValueFeasibility feasibility_;
  std::vector<Seen> runs_;
  std::map<std::uint64_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>> writes_;  // by location: run, event
  std::map<NodeId, unsigned> kept_;  // how many runs contain each write
  std::vector<Target> all_targets_;
  std::size_t runs_before_ = 0;  // when all targets were looked at last
  std::deque<Target> targets_;
  std::deque<Question> questions_;
  std::set<std::uint64_t> asked_;
  std::set<std::pair<NodeId, std::uint64_t>> targeted_;  // branch, and how the run came to it
  std::map<std::uint64_t, UnderWay> under_way_;
  std::uint64_t given_out_ = 0;
  Counts counts_;
  bool thinking_ = false;
};

}  // namespace sleave::splice
