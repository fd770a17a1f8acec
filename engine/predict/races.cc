// Races: the accesses are put into groups of one thread, one place in the code and one piece of memory; for two
// groups the closure of what their accesses need only grows, so one pass over both answers for all their pairs.
#include "engine/predict/accesses.h"
#include "engine/predict/closure.h"
#include "engine/predict/search.h"

namespace sleave::predict {
namespace {

// The first pair, in the order of `later`, of which the one of `earlier` comes first in the history.
bool find_pair(const Search& search, const Group& earlier, const Group& later) {
  const History& history = search.history;
  Closure closure(history);
  std::size_t first = 0;
  for (const EventId second : later.accesses) {
    closure.add_way_to(second);
    while (first < earlier.accesses.size() && earlier.accesses[first] < second) {
      const EventId candidate = earlier.accesses[first];
      if (!search.may_ask()) return false;
      closure.add_way_to(candidate);
      if (closure.impossible()) return false;
      if (!closure.contains(candidate)) {
        Prediction race{.kind = Prediction::Kind::race,
                        .events = {candidate, second},
                        .order = points_in(history, closure.cut()),
                        .key = race_key(earlier.site, later.site)};
        for (const EventId access : race.events) {
          if (history.event(access).point) race.order.push_back(access);
        }
        search.found.push_back(std::move(race));
        return true;
      }
      ++first;
    }
  }
  return false;
}

void find_in(const Search& search, const Groups& groups) {
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t k = i + 1; k < groups.size(); ++k) {
      const Group& a = groups[i];
      const Group& b = groups[k];
      if (a.thread == b.thread || (!a.writes && !b.writes) || (a.atomic && b.atomic) || !overlap(a, b)) continue;
      const Key key = race_key(a.site, b.site);
      if (search.known.contains(key)) continue;
      if (find_pair(search, a, b) || find_pair(search, b, a)) search.known.insert(key);
    }
  }
}

}  // namespace

void find_races(const Search& search) {
  for (const auto& [word, groups] : groups_by_word(search.history)) find_in(search, groups);
}

}  // namespace sleave::predict
