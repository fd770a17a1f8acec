// PendingFlips: chooses the path constraint to flip next.
//
// Each path constraint of a run, with those before it, is a solver query: can those hold and this one not? Queries are
// kept until their turn comes, because runs are cheap and answers are not. First come checks to be repaired
// (expected_path.h) and assumptions that did not hold, where nothing else can be seen; then branch outcomes that no run
// has taken; then those that their thread has not taken; then what is promising: an outcome that a run would take more
// often than any run has, such as one more round of a loop, and all flips of runs that did something new, as fuzzers
// prefer such inputs: an outcome after another one, or in another order of magnitude of times. Then the others. Of
// several, those to the outcome (or the switch) that was taken least often come first. A query that was made before,
// from any run and schedule, is not repeated.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/expr/path.h"
#include "engine/strategy/concolic/expected_path.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

// A run whose path constraints may be flipped.
struct FlippableRun {
  Plan plan;      // with its inputs
  Trace asked{};  // only the inputs and their bytes
  expr::Path path;
};

struct Flip {
  std::shared_ptr<const FlippableRun> run;
  std::size_t path_constraint = 0;     // of its path; those before it are to hold
  std::vector<expr::Word> tried = {};  // of a word: the values that were tried
  Repair repair = {};                  // of the check that it is
  std::uint64_t times = 0;             // that its run would have taken the other outcome then
  bool fresh = false;                  // its run did something that none before it did
};

class PendingFlips {
 public:
  // The path constraints of `run` from number `from` on: those before were taken from the run that it came from. One of
  // them may be a check to be repaired, and is next.
  struct Check {
    std::size_t path_constraint = 0;
    Repair repair;
  };
  void add(std::shared_ptr<const FlippableRun> run, std::size_t from, const std::optional<Check>& check = {});

  // What the runs of one thread did shows which inputs are promising. With several it depends on the schedule, too:
  // then a loop's next round comes first, and else all runs are alike.
  void threads_were_seen() { threads_seen_ = true; }

  // The most promising, which is pending no more. None: there is none.
  std::optional<Flip> next();
  // Whether there was an input for it. An outcome to which many flips in a row came to nothing is not urgent any more.
  void answered(const Flip& flip, bool found);
  // A word has more values than were tried: its turn comes again, after branch outcomes that no run has taken.
  void put_back(Flip flip);

  [[nodiscard]] bool empty() const { return queue_.empty(); }
  // Words of which some values were tried and others are pending.
  [[nodiscard]] std::uint64_t put_back_count() const { return put_back_; }
  // Whether the next one leads to a branch outcome that no run has taken, or out of an assumption.
  [[nodiscard]] bool urgent();
  // Whether no run has taken the outcome that the flip leads to, and an unproved input is worth a run: not more than a
  // few times for each, since most outcomes that are never taken cannot be.
  bool take_unproved(const Flip& flip);
  // Whether an input for the flip alone, which need not take the way up to it, is worth a run: a few for each outcome,
  // of runs that did something new.
  bool take_optimistic(const Flip& flip);
  // Runs with anything pending, in the order in which they came; nothing is pending any more.
  std::vector<std::shared_ptr<const FlippableRun>> give_up();

 private:
  // A branch outcome; each case of a switch is a branch of its own.
  struct Way {
    sleave_site site;
    std::uint64_t option;
    bool holds;
    auto operator<=>(const Way&) const = default;
  };
  static Way other_way(const expr::PathConstraint& path_constraint);
  // Smaller is more promising.
  using Rank = std::array<std::uint64_t, 3>;

  bool look_at(const expr::Path& path);
  [[nodiscard]] bool is_hopeless(const Way& way) const;
  [[nodiscard]] bool is_more_often(const Flip& flip, const Way& way) const;
  [[nodiscard]] Rank rank_of(const Flip& flip, std::uint64_t arrival) const;
  void refresh_first();

  bool threads_seen_ = false;
  std::map<Rank, Flip> queue_;
  std::uint64_t arrivals_ = 0;
  std::uint64_t put_back_ = 0;
  std::set<Way> gone_;  // by any run
  std::set<std::pair<std::uint32_t, Way>> gone_in_thread_;
  std::map<Way, std::uint64_t> gone_often_;        // and how often by one thread of one run, at most
  std::unordered_set<std::uint64_t> done_;         // pairs of outcomes, and outcomes with how often they came
  std::map<Way, std::uint64_t> taken_;             // how often a flip to it was given out,
  std::map<Way, std::uint64_t> failed_;            // and in a row came to nothing
  std::map<sleave_site, std::uint64_t> taken_at_;  // as taken_, of all cases of a switch
  std::map<Way, unsigned> optimistic_;             // optimistic inputs for it
  std::map<std::pair<Way, std::uint64_t>, unsigned> unproved_;  // unproved inputs for it: by the path there; 0: in all
  std::unordered_set<std::uint64_t> known_;                     // questions
};

}  // namespace sleave
