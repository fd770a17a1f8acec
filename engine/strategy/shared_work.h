// A search that several processes share: each has a part of the open work, and something outside (engine/farm) has all
// of it, with the totals.
//
// A *cut* is what a process has done since the last one, at one moment: pieces of work that are finished, pieces that
// take their place, and what the finished ones add to the totals. A cut is applied wholly or not at all, which counts
// every work item once, whatever happens to the process.
//
// Items name threads by their place in a table of spawn paths, and the search orders threads by it, so all processes
// must have the same table: it only grows, and two processes that let it grow in different ways cannot both continue
// (learn_threads()). Facts about the program (engine/model/learned_facts.h) are the same for a whole *epoch*: a process
// that learns one drops its work, and asks for a new epoch, which begins with the first item.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/model/gaps/gap.h"
#include "engine/strategy/class_sum.h"
#include "engine/strategy/saved_work.h"
#include "engine/strategy/taken_edges.h"

namespace sleave {

// Differences since the last cut.
struct SearchTotals {
  std::uint64_t complete_runs = 0;
  std::uint64_t blocked_runs = 0;
  std::uint64_t deadlocked_classes = 0;
  std::uint64_t failed_runs = 0;
  std::uint64_t beyond_bound = 0;
  ClassSum class_sum;
  std::uint64_t made = 0;  // work items
  std::uint64_t done = 0;  // likewise
  double weight = 0;       // the part of the space that is done
  Gaps gaps;               // that were not known
  Assumptions assumptions;
  std::string bound;  // all that was met so far
};

// A work item that was run, and a hash of what its run did and which items follow from it: the same in every process,
// or one of them is wrong.
struct SampledItem {
  std::vector<std::uint8_t> item;
  std::uint64_t hash = 0;
};

// An item of another process that was run again here. No hash: its bytes are damaged.
struct RepeatedItem {
  std::uint64_t id = 0;
  std::optional<std::uint64_t> hash;
};

struct SearchCut {
  std::vector<SavedWork> kept;         // pieces that are new, or differ from when they were kept or added
  std::vector<std::uint64_t> removed;  // pieces that are no more
  std::vector<SavedWork> given;        // for others: this process has them no more
  SearchTotals totals;
  std::vector<SampledItem> sampled;    // a few of the items that are done, by chance
  std::vector<RepeatedItem> repeated;  // of repeat()
  std::vector<std::uint64_t> classes;  // of runs that sample: those that are new here (class_filter.h)
  EdgeNews edges;                      // if report_edges() was called: those of runs that count
  // The table of spawn paths that the pieces need: parents and ordinals.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> threads;
  // If the process has learned something: what the next epoch must know. Everything else is empty then.
  std::string facts;
};

class SharedWork {
 public:
  virtual ~SharedWork() = default;

  // From now on the search is shared, with nothing open here. Drops all work, totals and runs in progress.
  virtual Status begin_epoch(const std::string& facts,
                             const std::vector<std::pair<std::uint32_t, std::uint32_t>>& threads) = 0;
  // Others have seen more threads. False: this process has seen others in their place.
  virtual bool learn_threads(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& threads) = 0;

  // Adds a piece and returns its id; 0: it is damaged.
  virtual std::uint64_t add_piece(const std::vector<std::uint8_t>& bytes) = 0;

  // From now on cuts have the edges that runs took and no earlier run of the same epoch here. Runs must record them.
  virtual void report_edges() {}

  // Runs a sampled item of another process again, which counts nowhere. Items that are open wait until that is done.
  virtual void repeat(std::uint64_t id, std::vector<std::uint8_t> item) = 0;

  // A piece as pieces of one item each.
  [[nodiscard]] virtual std::vector<SavedWork> items_of(const std::vector<std::uint8_t>& bytes) const = 0;

  // Gives at most `give` pieces away, the oldest: about half of the weight of the items that nobody works on, and at
  // most half of their number.
  virtual SearchCut cut(std::size_t give) = 0;

  // Items that are open here, and whether something was learned that ends the epoch.
  [[nodiscard]] virtual std::size_t open_here() const = 0;
  [[nodiscard]] virtual bool has_news() const = 0;

  // The first item of every search, as a piece.
  [[nodiscard]] virtual std::vector<std::uint8_t> first_piece() const = 0;
};

}  // namespace sleave
