// Escalation: finds the consequences of a data race. Plain accesses are no scheduling points, so the sampled runs do
// not try the orders of the racing accesses themselves. After a race its places in the code become scheduling points in
// every further plan, and a failure of such a run is reported with the races it had.
//
// They stay scheduling points for a tenth of the campaign's budget of runs and of time: most consequences of a race
// between two accesses need one or two switches right there (depth 2 or 3 of PCT), which such plans meet within
// hundreds of runs, so it is at least a hundred; without a limit on runs it is a thousand. Then the search continues
// without them, as it was: the race was tried in both orders and led to nothing worse.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
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
  Escalation(std::uint64_t runs, double seconds)
      : runs_(runs == 0 ? 1000 : std::max(kLeastRuns, (runs + 9) / 10)), seconds_(seconds / 10) {}

  // A run had a race between these places; `spent` is what the campaign has used so far.
  void add(const std::vector<sleave_site>& places, const Spent& spent) {
    for (const sleave_site place : places) {
      if (all_.size() >= kMostSites || !all_.insert(place).second) continue;
      if (sites_.empty()) begin_ = spent;
      sites_.push_back(place);
    }
  }

  // `spent`: by the campaign so far.
  void spend(const Spent& spent) {
    if (is_over(spent)) sites_.clear();
  }

  // Some place was a scheduling point.
  [[nodiscard]] bool begun() const { return !all_.empty(); }
  // Those that are now.
  [[nodiscard]] const std::vector<sleave_site>& sites() const { return sites_; }

 private:
  [[nodiscard]] bool is_over(const Spent& spent) const {
    return !sites_.empty() &&
           (spent.runs - begin_.runs >= runs_ || (seconds_ > 0 && spent.seconds - begin_.seconds >= seconds_));
  }

  static constexpr std::uint64_t kLeastRuns = 100;
  static constexpr std::size_t kMostSites = 256;  // the runtime looks each access up among them

  std::uint64_t runs_;
  double seconds_;
  Spent begin_;
  std::vector<sleave_site> sites_;
  std::set<sleave_site> all_;
};

}  // namespace sleave
