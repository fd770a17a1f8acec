// The progress of an exhaustive strategy, and whether it is complete.
#pragma once

#include <cstdint>
#include <string>

#include "engine/model/gaps/gap.h"
#include "engine/strategy/class_sum.h"
#include "engine/strategy/space_estimate.h"

namespace sleave {

// What C++20's memory model allows beyond the sequentially consistent executions, as far as these show it.
enum class Beyond : std::uint8_t { unknown, nothing, something };

struct Exhaustion {
  std::uint64_t complete_runs = 0;       // every thread ended
  std::uint64_t blocked_runs = 0;        // redundant runs: blocked executions, whose threads wait for a past event
  std::uint64_t deadlocked_classes = 0;  // runs in which threads wait forever
  std::uint64_t failed_runs = 0;         // ended by a failure of one thread
  ClassSum class_sum{};                  // of complete, deadlocked and failed runs
  std::uint64_t open = 0;                // parts of the space that are known and not run yet
  std::uint64_t most_open = 0;           // at a time, in this session
  SpaceEstimate::Range estimate{};       // of the number of runs, redundant ones included
  Gaps gaps{};                           // why the space may be larger than what was or will be run; none: it is not
  std::uint64_t beyond_bound = 0;  // runs that turned out to cost more than the bound; they count as none of these
  std::string bound{};  // up to which it is everything, as in "complete up to 2 preemptions"; empty: none was met
  void add_bound(const std::string& words) {
    if (bound.find(words) == std::string::npos) bound += (bound.empty() ? "" : " and ") + words;
  }
  Assumptions assumptions{};        // under which it is everything
  std::string model = "sc";         // of memory; as in --model
  bool has_weaker_orders = false;   // runs have atomics with another order than seq_cst
  Beyond beyond = Beyond::unknown;  // under sequential consistency
  std::uint64_t beyond_runs = 0;    // that a search under C++20 made, which was not complete
  bool goes_beyond = false;         // such a search is under way
  std::uint64_t audit_runs = 0;     // of samplers, after the search: each was of a class that the search had run
  std::uint64_t audit_left = 0;     // of them, those that are still to be made

  // Whether the search itself has run everything.
  [[nodiscard]] bool searched_all() const {
    return open == 0 && gaps.empty() && complete_runs + deadlocked_classes + failed_runs != 0;
  }
  // Whether no execution of the program is other than sequentially consistent.
  [[nodiscard]] bool holds_beyond() const { return model == "sc" && beyond == Beyond::nothing; }
  // Whether completeness may be claimed: the audit has ended, too.
  [[nodiscard]] bool complete() const { return searched_all() && audit_left == 0; }
  [[nodiscard]] bool owes_audit() const { return searched_all() && audit_left != 0; }
  // Whether sampling may meet what the search leaves out even if it is complete.
  [[nodiscard]] bool leaves_something_to_sampling() const {
    return !bound.empty() || assumptions.contains(Assumption::no_spurious_wake_ups) ||
           assumptions.contains(Assumption::no_reuse_of_addresses);
  }
};

}  // namespace sleave
