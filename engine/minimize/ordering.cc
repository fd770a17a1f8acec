#include "engine/minimize/ordering.h"

#include <algorithm>

#include "engine/trace/words.h"

namespace sleave {

Held held(const Ordering& ordering, const Moments& run) {
  const std::optional<std::uint64_t> first = run.find(ordering.first);
  const std::optional<std::uint64_t> second = run.find(ordering.second);
  if (!first && !second) return Held::unknown;
  if (!second) return Held::yes;
  if (!first) return Held::no;
  return *first < *second ? Held::yes : Held::no;
}

std::vector<Ordering> switch_orderings(const Trace& told) {
  const Moments moments(told);
  std::vector<Ordering> orderings;
  std::map<std::uint32_t, Moment> next = moments.pending();  // of each thread, behind the place of the walk
  std::optional<Moment> later;
  for (std::size_t i = told.events.size(); i-- > 0;) {
    const std::optional<Moment>& moment = moments.of_events()[i];
    if (!moment) continue;
    if (later && later->thread != moment->thread) {
      const auto stopped = next.find(moment->thread);
      if (stopped != next.end()) orderings.push_back({*later, stopped->second});
      orderings.push_back({*moment, *later});
    }
    next[moment->thread] = *moment;
    later = moment;
  }
  std::vector<Ordering> unique;
  for (const Ordering& ordering : orderings) {
    if (std::find(unique.begin(), unique.end(), ordering) == unique.end()) unique.push_back(ordering);
  }
  return unique;
}

}  // namespace sleave
