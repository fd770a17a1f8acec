// Races: the accesses are put into groups of one thread, one place in the code and one piece of memory; for two
// groups the closure of what their accesses need only grows, so one pass over both answers for all their pairs.
#include <algorithm>
#include <map>
#include <tuple>

#include "engine/predict/closure.h"
#include "engine/predict/search.h"

namespace sleave::predict {
namespace {

// Memory is looked at in words; an access that goes over more than these counts for its first ones only. The block that
// is freed counts for all words of it that anybody accessed.
constexpr sleave_location kWord = 8;
constexpr std::uint64_t kMostWords = 64;

struct Group {
  std::uint32_t thread = 0;
  sleave_site site = 0;
  bool writes = false;
  bool atomic = false;
  sleave_location location = 0;
  std::uint64_t bytes = 0;
  std::vector<EventId> accesses;
};

using Groups = std::vector<Group>;

void add_to(Groups& groups, const Event& event, EventId id) {
  const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
    return group.thread == event.thread && group.site == event.site && group.writes == event.writes &&
           group.atomic == event.atomic && group.location == event.location && group.bytes == event.bytes;
  });
  if (same != groups.end()) return same->accesses.push_back(id);
  groups.push_back({event.thread, event.site, event.writes, event.atomic, event.location, event.bytes, {id}});
}

std::map<sleave_location, Groups> groups_by_word(const History& history) {
  std::map<sleave_location, Groups> words;
  for (EventId id = 0; id < history.size(); ++id) {
    const Event& event = history.event(id);
    if ((!event.reads && !event.writes) || event.bytes == 0) continue;
    const sleave_location first = event.location / kWord;
    const sleave_location end = (event.location + event.bytes - 1) / kWord + 1;
    if (event.frees) {
      for (auto word = words.lower_bound(first); word != words.end() && word->first < end; ++word) {
        add_to(word->second, event, id);
      }
      continue;
    }
    for (sleave_location word = first; word < std::min(end, first + kMostWords); ++word) {
      add_to(words[word], event, id);
    }
  }
  return words;
}

bool overlap(const Group& a, const Group& b) {
  return a.location < b.location + b.bytes && b.location < a.location + a.bytes;
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
        Prediction race{Prediction::Kind::race, {candidate, second}, points_in(history, closure.cut())};
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
      const Key key = key_of(Prediction::Kind::race, {a.site, b.site});
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
