#include "engine/predict/prediction.h"

#include <algorithm>

#include "engine/base/rng.h"

namespace sleave::predict {

namespace {

Key mixed(std::uint64_t kind, const std::vector<sleave_site>& places) {
  Key key = mix64(kind);
  for (const sleave_site place : places) key = mix64(key ^ place);
  return key;
}

}  // namespace

Key race_key(sleave_site a, sleave_site b) { return mixed(1, {std::min(a, b), std::max(a, b)}); }

Key deadlock_key(std::vector<sleave_site> acquisitions) {
  std::sort(acquisitions.begin(), acquisitions.end());
  return mixed(2, acquisitions);
}

Key meeting_key(sleave_site left, sleave_site found) { return mixed(3, {left, found}); }

Key split_key(sleave_site before, sleave_site left, sleave_site found) { return mixed(4, {before, left, found}); }

std::vector<EventId> points_in(const History& history, const std::vector<std::uint32_t>& cut) {
  std::vector<EventId> points;
  for (EventId id = 0; id < history.size(); ++id) {
    const Event& event = history.event(id);
    if (event.point && event.index < cut[event.thread]) points.push_back(id);
  }
  return points;
}

}  // namespace sleave::predict
