// SpaceEstimate: the size of a search, estimated while it is in progress.
//
// Every work item has a weight, the first one 1. Where a run meets a choice, its remaining weight is divided equally
// among the run itself and the items that choose otherwise (Knuth 1975). The remaining weights of finished runs add up
// to the part of the space that is done, exactly 1 at the end, whatever order the items take and however many workers
// there are; the number of runs divided by it estimates their total. Parts that are done early may be larger or smaller
// than the rest, so a second figure accompanies it: how much the estimate has moved since the number of runs was a
// quarter of what it is.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace sleave {

class SpaceEstimate {
 public:
  struct Range {
    double runs = 0;  // of the whole search; 0: nothing can be said
    double low = 0;
    double high = 0;
  };

  void finished(double weight) {
    ++runs_;
    done_ += weight;
    if (runs_ == next_) {
      older_ = {older_[1], total()};
      next_ *= 2;
    }
  }

  // An item was not run.
  void dropped(double weight) { done_ += weight; }

  [[nodiscard]] Range range() const {
    if (runs_ < kFewest || done_ <= 0) return {};
    const double now = total();
    return {now, std::min({now, older_[0], older_[1]}), std::max({now, older_[0], older_[1]})};
  }

  struct Saved {
    std::uint64_t runs = 0;
    double done = 0;
    std::uint64_t next = 1;
    std::array<double, 2> older{};
  };
  [[nodiscard]] Saved save() const { return {runs_, done_, next_, older_}; }
  void load(const Saved& saved) {
    runs_ = saved.runs;
    done_ = saved.done;
    next_ = saved.next;
    older_ = saved.older;
  }

 private:
  static constexpr std::uint64_t kFewest = 16;

  [[nodiscard]] double total() const { return static_cast<double>(runs_) / done_; }

  std::uint64_t runs_ = 0;
  double done_ = 0;
  std::uint64_t next_ = 1;         // a power of two, when the estimate is looked at again
  std::array<double, 2> older_{};  // what it was the last two times
};

}  // namespace sleave
