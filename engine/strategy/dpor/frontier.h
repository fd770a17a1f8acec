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

  // Takes about kTogether items: those added last, now and then those added first; at most half of those that are not
  // taken, so that some are left for other workers. Empty: there are none.
  [[nodiscard]] std::vector<Taken> take();
  void done(const Ticket& ticket);

  // Items that are not done, in progress or not.
  [[nodiscard]] std::size_t size() const { return untaken_ + under_way_items_; }

  WorkChanges changes();
  // What changes() had given, of a frontier that is empty. False if it is damaged.
  bool load(const std::vector<SavedWork>& saved);

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
    void add(std::span<const std::uint8_t> item, double weight);
    [[nodiscard]] std::vector<std::uint8_t> bytes_left() const;
  };

  // The oldest items have the largest shares, which the estimate of the space needs early. Each of them adds to what is
  // open at a time.
  static constexpr std::uint64_t kFirstTakes = 128;
  static constexpr std::uint64_t kOldestAtFirst = 4;
  static constexpr std::uint64_t kOldestLater = 64;

  [[nodiscard]] bool takes_oldest() const {
    return takes_ % (takes_ <= kFirstTakes ? kOldestAtFirst : kOldestLater) == 0;
  }
  Bundle& fresh_bundle();
  void halve_top();
  void begin(Bundle&& from, std::vector<Taken>& taken);

  std::uint64_t next_id_ = 1;
  std::uint64_t takes_ = 0;
  std::vector<Bundle> open_;                   // a stack
  std::map<std::uint64_t, Bundle> under_way_;  // taken, and not wholly done
  std::size_t untaken_ = 0;                    // items in open_
  std::size_t under_way_items_ = 0;            // that are not done
  std::vector<std::uint64_t> removed_;         // saved bundles that are no more
};

}  // namespace sleave
