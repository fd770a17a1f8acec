// Races: the accesses are put into groups of one thread, one place in the code and one piece of memory; for two
// groups the closure of what their accesses need only grows, so one pass over both answers for all their pairs.
#include <algorithm>
#include <optional>
#include <utility>

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

// Whether nothing is known of two groups, whose accesses could be in a race.
bool is_open(const Search& search, const Group& a, const Group& b) {
  if (a.thread == b.thread || (!a.writes && !b.writes) || (a.atomic && b.atomic) || !overlap(a, b)) return false;
  return !search.known.contains(race_key(a.site, b.site));
}

// `find` looks for a race of two groups and returns whether there is one.
template <typename Find>
void find_in(const Search& search, const Groups& groups, const Find& find) {
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t k = i + 1; k < groups.size(); ++k) {
      if (!is_open(search, groups[i], groups[k])) continue;
      if (find(groups[i], groups[k])) search.known.insert(race_key(groups[i].site, groups[k].site));
    }
  }
}

// Of many accesses the first and the last.
std::vector<EventId> samples(const std::vector<EventId>& accesses) {
  if (accesses.size() <= 2) return accesses;
  return {accesses.front(), accesses.back()};
}

bool solve_pair(const Search& search, SolvedOrders& orders, const Group& a, const Group& b) {
  for (const EventId one : samples(a.accesses)) {
    for (const EventId other : samples(b.accesses)) {
      std::optional<std::vector<EventId>> order = orders.race(one, other);
      if (!order) continue;
      search.found.push_back({.kind = Prediction::Kind::race,
                              .events = {std::min(one, other), std::max(one, other)},
                              .order = std::move(*order),
                              .key = race_key(a.site, b.site)});
      return true;
    }
  }
  return false;
}

}  // namespace

void find_races(const Search& search) {
  for (const auto& [word, groups] : groups_by_word(search.history)) {
    find_in(search, groups,
            [&](const Group& a, const Group& b) { return find_pair(search, a, b) || find_pair(search, b, a); });
  }
}

void solve_races(const Search& search, SolvedOrders& orders) {
  for (const auto& [word, groups] : groups_by_word(search.history)) {
    if (!orders.may_ask()) return;
    find_in(search, groups, [&](const Group& a, const Group& b) { return solve_pair(search, orders, a, b); });
  }
}

}  // namespace sleave::predict
