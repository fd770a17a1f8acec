// A history in slices, for orders that need not be its own: what each slice needs, whatever the order is, and what of
// the memory is read and stored by whom.
//
// A slice is what a thread does from one of its points up to its next, in one go. So a correct reordering is an order
// of slices. Memory is cut into *cells*: pieces that each access touches wholly or not at all. A read is kept if every
// cell of it has the bytes it had: by the same store or by another one that left the same. It must be kept where
// something is decided by it (dependence.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/predict/dependence.h"
#include "engine/predict/history.h"

namespace sleave::predict {

using SliceId = std::uint32_t;
constexpr SliceId kNoSlice = 0xffffffff;

struct Slice {
  std::uint32_t thread = 0;
  std::uint32_t index = 0;  // among those of its thread
  EventId first = 0;
  EventId last = 0;
};

// What happens only if `on` has happened before.
struct Need {
  EventId by = 0;  // an event of the slice
  SliceId on = 0;
  enum class Why : std::uint8_t { reads, joins, other };
  Why why = Why::other;

  // Whether it counts if nothing after an event has to be as it was, nor what that event reads.
  [[nodiscard]] bool counts_until(EventId event) const { return by < event || (by == event && why != Why::reads); }
};

// One piece of memory that is stored to and that more than one thread uses, or whose reads may find something else.
struct Cell {
  // What a slice leaves there.
  struct Store {
    SliceId slice = 0;
    EventId by = 0;
    bool valued = false;
    bool frees = false;
    std::uint64_t value = 0;
  };
  // What a slice finds there before it stores to it.
  struct Read {
    EventId by = 0;
    SliceId slice = 0;
    bool valued = false;
    std::uint64_t value = 0;
    EventId source = kNoEvent;  // the store it read from; none: the initial value
  };
  std::vector<Store> stores;  // in the order of the history
  std::vector<Read> reads;
  bool valued_at_first = false;  // what was there before all stores is known,
  std::uint64_t at_first = 0;    // and was this
  bool trusted = true;  // each read found what was stored; else there are unseen stores, and values are unusable
};

class Slices {
 public:
  Slices(const History& history, Dependence dependence);

  [[nodiscard]] const History& history() const { return history_; }
  [[nodiscard]] const Dependence& dependence() const { return dependence_; }
  [[nodiscard]] std::size_t size() const { return slices_.size(); }
  [[nodiscard]] const Slice& slice(SliceId id) const { return slices_[id]; }
  [[nodiscard]] SliceId of(EventId event) const { return of_event_[event]; }
  [[nodiscard]] std::span<const SliceId> of_thread(std::uint32_t thread) const { return own_[thread]; }
  // The point it begins with; kNoEvent: it is what the first thread does before it comes to one.
  [[nodiscard]] EventId point_of(SliceId id) const;

  // Beyond what came before in its thread.
  [[nodiscard]] std::span<const Need> needs(SliceId id) const { return needs_[id]; }
  // Of each thread, how many of its first slices must come before it in any order that has it; one more than it has:
  // its end.
  [[nodiscard]] std::span<const std::uint32_t> must_come_before(SliceId id) const {
    return std::span(musts_).subspan(id * own_.size(), own_.size());
  }
  // The same, if it is to be as it was only up to what this event of it reads.
  [[nodiscard]] std::vector<std::uint32_t> must_come_before(SliceId id, EventId kept_until) const;
  // If both happen, this one first; besides what follows by the order of threads.
  [[nodiscard]] std::span<const SliceId> stays_before(SliceId id) const { return stays_before_[id]; }

  [[nodiscard]] std::span<const Cell> cells() const { return cells_; }
  struct PlaceOfRead {
    std::size_t cell = 0;
    std::size_t read = 0;
  };
  [[nodiscard]] std::span<const PlaceOfRead> reads(SliceId id) const { return reads_[id]; }
  // A read that found what its own slice had stored before.
  struct OwnRead {
    EventId by = 0;
    EventId source = 0;
  };
  [[nodiscard]] std::span<const OwnRead> own_reads(SliceId id) const { return own_reads_[id]; }
  // Too much memory to be looked at like this: the cells are not there.
  [[nodiscard]] bool is_too_much() const { return too_much_; }

  // The stores that a read can have taken what it found from; `at_first`: it can have come before all stores.
  struct Sources {
    std::vector<std::size_t> stores;  // places in the cell
    bool at_first = false;
  };
  static Sources sources_of(const Cell& cell, const Cell::Read& read);

 private:
  [[nodiscard]] bool keeps_place(EventId id) const;
  void cut();
  void need(EventId by, EventId on, Need::Why why = Need::Why::other);
  void order_threads();
  void order_objects();
  void order_time();
  void find_cells();
  void find_musts();
  void need_releases(SliceId id, EventId until);

  const History& history_;
  Dependence dependence_;
  std::vector<Slice> slices_;
  std::vector<SliceId> of_event_;
  std::vector<std::vector<SliceId>> own_;
  std::vector<std::vector<Need>> needs_;
  std::vector<std::vector<SliceId>> stays_before_;
  std::vector<Cell> cells_;
  std::vector<std::vector<PlaceOfRead>> reads_;
  std::vector<std::vector<OwnRead>> own_reads_;
  std::vector<std::uint32_t> musts_;  // a clock for each slice
  bool too_much_ = false;
};

// Where accesses begin that touch memory which is stored to and which more than one thread uses; sorted.
std::vector<sleave_location> shared_locations(const History& history);

}  // namespace sleave::predict
