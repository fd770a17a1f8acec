// jCUTE's search (Sen, Agha: A Race-Detection and Flipping Algorithm for Automated Testing of Multi-Threaded Programs,
// HVC 2006): depth first over schedules, backtracking only to events that race with a later one.
//
// Where event e races with a later event of another thread, a run is made that repeats everything before e and then
// postpones e's thread for as long as other threads can continue, which flips the race. A postponed thread is released
// when an event was executed that races with its next operation; until then running it would only repeat earlier runs
// (the idea of sleep sets). The search needs no graph and keeps one path, but makes runs in which only postponed
// threads can continue: it serves as a baseline for dpor, and never claims completeness.
//
// Ours differs from the paper in three ways, each found by comparing with brute force. A race is flipped even if the
// later event's thread was postponed at the earlier one: with two readers and a writer that rule loses one class of
// four. An operation that is still blocked at the end of a run counts as a later event, or a run that deadlocks hides
// the orders in which it does not. And an unlock that a try-lock races with is flipped itself, not only its lock.
//
// Branches on the program's inputs lie between the events (jCUTE, section 5): the search backtracks to the last place
// where either a race can be flipped or an input be found that takes the other branch outcome, while everything before
// it is repeated.
//
// Pure: it is shown runs and returns what to run next; the caller solves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "engine/expr/word.h"

namespace sleave {

// One event of a run, as far as the search cares.
struct FlipEvent {
  enum class Kind : std::uint8_t { other, create, join };
  std::uint32_t thread = 0;
  Kind kind = Kind::other;
  std::uint32_t partner = 0;   // create, join: the other thread
  std::uint64_t location = 0;  // 0: none
  std::uint64_t second = 0;    // another location it changes; 0: none
  bool only_reads = false;
  bool acquires = false;  // takes the location for its thread until an event that releases it
  bool releases = false;
  bool waits = false;      // could not have come while another thread had the location
  bool frees_all = false;  // whatever is postponed may depend on it
};

struct FlipRun {
  std::span<const FlipEvent> events;
  std::span<const FlipEvent> blocked;            // operations that are still blocked at its end
  std::span<const std::uint64_t> branches = {};  // of each branch on inputs, how many events came before it; in order
};

// A branch on inputs, or a word of them that was used as it was.
struct FlipBranch {
  bool closed = false;                 // there is no other outcome left
  std::vector<expr::Word> tried = {};  // the values that a word had
};

class FlipPath {
 public:
  using Threads = std::uint64_t;  // a set; only the first 64 threads can be postponed
  static constexpr std::uint32_t kMostThreads = 64;

  // The next run begins with one event of each of these threads, in this order; then `postponed` holds.
  [[nodiscard]] std::vector<std::uint32_t> prefix() const;
  [[nodiscard]] Threads postponed() const { return postponed_; }

  // Looks for an input that takes another outcome of the run's branch of this number, with all before it as they were;
  // the next run is to have it. False: there is none.
  using Turn = std::function<bool(std::size_t number, FlipBranch& branch)>;

  // That run was made. False if there is nothing left to run.
  bool absorb(const FlipRun& run, const Turn& turn = nullptr);

  // The last run came to a point where only postponed threads could continue.
  [[nodiscard]] bool was_redundant() const { return redundant_; }

  struct Step {
    std::uint32_t thread = 0;
    bool races = false;  // with a later event, and that has not been flipped
    Threads postponed = 0;
  };
  // What lies between two steps: after the one before it, and before the first.
  struct Gap {
    Threads postponed = 0;  // when nothing after it has been flipped
    std::vector<FlipBranch> branches = {};
  };
  // Everything there is to keep between two runs.
  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
  [[nodiscard]] const std::vector<Gap>& gaps() const { return gaps_; }
  // One gap more than steps.
  void restore(std::vector<Step> steps, std::vector<Gap> gaps, Threads postponed);

 private:
  void extend(const FlipRun& run);
  void take_branches(const FlipRun& run);
  bool turn_last_gap(const FlipRun& run, const Turn& turn);
  bool go_back(const FlipRun& run, const Turn& turn);

  std::vector<Step> steps_;
  std::vector<Gap> gaps_{Gap()};
  Threads postponed_ = 0;
  bool redundant_ = false;
};

// Whether two events of different threads can have different results in the other order.
bool flip_conflict(const FlipEvent& a, const FlipEvent& b);

// Pairs (earlier, later) of a run that race: conflicting, of different threads, and ordered by nothing else. Where the
// earlier one releases what its thread had acquired and the later one waited for that, the acquiring event replaces it.
// The later one may also be the n-th blocked operation, as events.size() + n: it races with the event that acquired
// what it waits for.
std::vector<std::pair<std::size_t, std::size_t>> immediate_races(const FlipRun& run);

}  // namespace sleave
