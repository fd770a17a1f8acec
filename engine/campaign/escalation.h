// Escalation: finds the consequences of a data race. Plain accesses are no scheduling points, so the sampled runs do
// not try the orders of the racing accesses themselves. After a race its places in the code become scheduling points in
// every further plan, and a failure of such a run is reported with the races it had.
//
// A campaign that would have stopped at the race continues for a tenth of its budget of runs and of time: most
// consequences of a race between two accesses need one or two switches right there (depth 2 or 3 of PCT), which such
// plans meet within hundreds of runs. Without a limit on runs it is a thousand.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "abi/trace.h"

namespace sleave {

class Escalation {
 public:
  struct Spent {
    std::uint64_t runs = 0;
    double seconds = 0;
  };

  // `runs` and `seconds` of the whole campaign; 0: no limit.
  Escalation(std::uint64_t runs, double seconds) : runs_(runs == 0 ? 1000 : (runs + 9) / 10), seconds_(seconds / 10) {}

  // A run had a race between these places; `spent` is what the campaign has used so far.
  void add(const std::vector<sleave_site>& places, const Spent& spent) {
    if (!begun()) begin_ = spent;
    for (const sleave_site place : places) {
      const bool known = std::find(sites_.begin(), sites_.end(), place) != sites_.end();
      if (!known && sites_.size() < kMostSites) sites_.push_back(place);
    }
  }

  [[nodiscard]] bool begun() const { return !sites_.empty(); }
  [[nodiscard]] const std::vector<sleave_site>& sites() const { return sites_; }

  // Whether its share of the budget is used up.
  [[nodiscard]] bool over(const Spent& spent) const {
    return begun() &&
           (spent.runs - begin_.runs >= runs_ || (seconds_ > 0 && spent.seconds - begin_.seconds >= seconds_));
  }

 private:
  static constexpr std::size_t kMostSites = 256;  // the runtime looks each access up among them

  std::uint64_t runs_;
  double seconds_;
  Spent begin_;
  std::vector<sleave_site> sites_;
};

}  // namespace sleave
