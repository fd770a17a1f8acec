// Frontier: the open work items of a search, as bytes; a stack in memory that can be saved to disk piece by piece.
//
// Consecutive items are kept together in *bundles*, because a row on disk costs as much for one item as for fifty.
// changes() returns what changed since the last call: a snapshot in which each item is either open or done, whatever is
// in progress at that moment. The call does not influence which item is taken next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "engine/strategy/saved_work.h"

namespace sleave {

class Frontier {
 public:
  // An item that was taken: its bundle and its place in it.
  struct Ticket {
    std::uint64_t bundle = 0;
    std::uint32_t place = 0;
  };
  struct Taken {
    Ticket ticket;
    std::span<const std::uint8_t> bytes;  // until it is done
    double weight = 0;
  };

  void add(std::span<const std::uint8_t> item, double weight = 0);

  // Takes at most kTogether items: those added last, in a small frontier now and then those added first; at most half
  // of those that are not taken, so that some are left for other workers. The more are open, the fewer are taken, so
  // that the search becomes strictly depth first. Empty: there are none.
  [[nodiscard]] std::vector<Taken> take();
  void done(const Ticket& ticket);

  // Items that are not done, in progress or not; and the most there ever were.
  [[nodiscard]] std::size_t size() const { return untaken_ + under_way_items_; }
  [[nodiscard]] std::size_t most() const { return most_; }

  // Items that were added one by one, and items that are done, since the beginning.
  [[nodiscard]] std::uint64_t made() const { return made_; }
  [[nodiscard]] std::uint64_t finished() const { return finished_; }

  // Drops everything. The bytes of what is taken stay until it is done.
  void clear();

  WorkChanges changes();
  // What changes() had given, of a frontier that is empty. False if it is damaged.
  bool load(const std::vector<SavedWork>& saved);

  // Adds a bundle of another frontier below all others. Returns its id; 0: it is damaged.
  std::uint64_t add_bundle(std::span<const std::uint8_t> bytes);
  // Such a bundle as bundles of one item each; none if it is damaged.
  [[nodiscard]] static std::vector<SavedWork> items_of(std::span<const std::uint8_t> bytes);
  // Takes at most `most` bundles out, from the oldest items: about half of the weight of those that are not taken, and
  // at most half of their number. The bundles weigh about the same, as far as an item is not heavier alone.
  [[nodiscard]] std::vector<SavedWork> give(std::size_t most);

 private:
  static constexpr std::size_t kTogether = 64;

  struct Bundle {
    std::uint64_t id = 0;
    std::vector<std::uint8_t> bytes;  // each item after its length and its weight
    std::vector<std::uint32_t> begins;
    bool saved = false;
    std::size_t left = 0;            // items not done
    std::vector<std::uint8_t> done;  // of each item; empty if none can be

    [[nodiscard]] std::size_t size() const { return begins.size(); }
    [[nodiscard]] std::span<const std::uint8_t> item(std::size_t place) const;
    [[nodiscard]] double weight(std::size_t place) const;
    [[nodiscard]] double weight() const;  // of all its items
    void add(std::span<const std::uint8_t> item, double weight);
    [[nodiscard]] SavedWork left_to_save() const;
    bool read(std::span<const std::uint8_t> from);
  };

  // The oldest items have the largest shares, which the estimate of the space needs early. Each of them adds to what is
  // open at a time, so they wait where that is much.
  static constexpr std::uint64_t kFirstTakes = 128;
  static constexpr std::uint64_t kOldestAtFirst = 4;
  static constexpr std::uint64_t kOldestLater = 64;
  static constexpr std::size_t kFew = 512;

  [[nodiscard]] bool takes_oldest() const {
    return size() < kFew && takes_ % (takes_ <= kFirstTakes ? kOldestAtFirst : kOldestLater) == 0;
  }
  [[nodiscard]] std::size_t together() const;
  Bundle& fresh_bundle();
  void cut(std::size_t place, std::size_t first);
  [[nodiscard]] std::size_t oldest_of(double weight, std::size_t most) const;
  void done_with_dropped(const Ticket& ticket);
  void begin(Bundle&& from, std::vector<Taken>& taken);

  std::uint64_t next_id_ = 1;
  std::uint64_t takes_ = 0;
  std::vector<Bundle> open_;                   // a stack
  std::map<std::uint64_t, Bundle> under_way_;  // taken, and not wholly done
  std::map<std::uint64_t, Bundle> dropped_;    // likewise, and of no use any more
  std::size_t untaken_ = 0;                    // items in open_
  std::size_t under_way_items_ = 0;            // that are not done
  std::size_t most_ = 0;
  std::uint64_t made_ = 0;
  std::uint64_t finished_ = 0;
  std::vector<std::uint64_t> removed_;  // saved bundles that are no more
};

}  // namespace sleave
