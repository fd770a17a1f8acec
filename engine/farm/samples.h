// Samples: a few of the items that a node has run, and those of other nodes that are run again here. All sampled items
// of one call are one row of the database with one hash, so that an audit costs a call little: the database compares
// one number, whichever of the runs differs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/strategy/shared_work.h"

namespace sleave::farm {

struct Sample {
  std::vector<std::uint8_t> items;  // each after its length
  std::uint64_t size = 0;           // items
  std::uint64_t hash = 0;           // of their hashes, in order
};

Sample sample_of(const std::vector<SampledItem>& items);

// Samples that a node was given.
class Repeats {
 public:
  struct Item {
    std::uint64_t id = 0;  // for SharedWork::repeat(): of this item alone
    std::vector<std::uint8_t> bytes;
  };

  // Items of a sample, to be run again. None if they are being run, or if they are damaged: then it is finished,
  // without a hash.
  std::vector<Item> add(std::uint64_t sample, const std::vector<std::uint8_t>& items);
  // An item that was run again; one that clear() has dropped is ignored.
  void done(const RepeatedItem& item);
  // Samples of which all items were run, with their hashes. They are no longer here.
  [[nodiscard]] std::vector<RepeatedItem> take_finished();

  // All that are here, finished ones included.
  [[nodiscard]] std::vector<std::uint64_t> held() const;
  void clear();

 private:
  struct Open {
    std::vector<std::optional<std::uint64_t>> hashes;
    std::size_t left = 0;
  };

  std::uint64_t next_item_ = 1;
  std::map<std::uint64_t, std::pair<std::uint64_t, std::size_t>> places_;  // item: its sample, its place there
  std::map<std::uint64_t, Open> open_;
  std::vector<RepeatedItem> finished_;
};

}  // namespace sleave::farm
