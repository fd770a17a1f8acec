// The accesses of a history, put together by the memory they are to.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/predict/history.h"

namespace sleave::predict {

// Accesses of one thread, at one place in the code, to one piece of memory, in their order.
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

// Memory is looked at in words of eight bytes: an access counts for each word it touches, a very long one for its first
// words only. The block that is freed counts for all words of it that anybody accessed before.
std::map<sleave_location, Groups> groups_by_word(const History& history);

inline bool overlap(const Group& a, const Group& b) {
  return a.location < b.location + b.bytes && b.location < a.location + a.bytes;
}

}  // namespace sleave::predict
