// Races: the accesses are put into groups of one thread, one place in the code and one piece of memory; for two
// groups the closure of what their accesses need only grows, so one pass over both answers for all their pairs.
#include <algorithm>

#include "engine/predict/accesses.h"
#include "engine/predict/closure.h"
#include "engine/predict/search.h"

namespace sleave::predict {
namespace {

// Whether an access finds what it found if it comes right after the closure.
bool finds_the_same(const History& history, const Closure& closure, EventId access) {
  const Event& own = history.event(access);
  EventId found = kNoEvent;    // who stored it then,
  EventId finding = kNoEvent;  // and now
  for (EventId id = 0; id < history.size(); ++id) {
    const Event& store = history.event(id);
    const bool touches = store.location < own.location + own.bytes && own.location < store.location + store.bytes;
    if (!store.writes || !touches) continue;
    if (id < access) found = id;
    if (closure.contains(id)) finding = id;
  }
  if (found != finding || found == kNoEvent) return found == finding;
  const Event& store = history.event(found);  // of all that is read?
  return store.location <= own.location && own.location + own.bytes <= store.location + store.bytes;
}

// A compare-exchange that finds something else does not write, and two reads do not race.
bool is_certain(const History& history, const Closure& closure, const std::vector<EventId>& accesses) {
  return std::any_of(accesses.begin(), accesses.end(), [&](EventId id) {
    const Event& event = history.event(id);
    return event.writes && (!event.tests || finds_the_same(history, closure, id));
  });
}

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
        race.precise = is_certain(history, closure, race.events);
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
