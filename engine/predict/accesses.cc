#include "engine/predict/accesses.h"

#include <algorithm>

namespace sleave::predict {
namespace {

constexpr sleave_location kWord = 8;
constexpr std::uint64_t kMostWords = 64;

void add_to(Groups& groups, const Event& event, EventId id) {
  const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
    return group.thread == event.thread && group.site == event.site && group.writes == event.writes &&
           group.atomic == event.atomic && group.location == event.location && group.bytes == event.bytes;
  });
  if (same != groups.end()) return same->accesses.push_back(id);
  groups.push_back({event.thread, event.site, event.writes, event.atomic, event.location, event.bytes, {id}});
}

}  // namespace

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

}  // namespace sleave::predict
