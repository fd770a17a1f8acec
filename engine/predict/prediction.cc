#include "engine/predict/prediction.h"

#include <algorithm>

#include "engine/base/rng.h"

namespace sleave::predict {

Key key_of(Prediction::Kind kind, std::vector<sleave_site> places) {
  std::sort(places.begin(), places.end());
  Key key = mix64(static_cast<std::uint64_t>(kind));
  for (const sleave_site place : places) key = mix64(key ^ place);
  return key;
}

Key key_of(const History& history, Prediction::Kind kind, const std::vector<EventId>& events) {
  std::vector<sleave_site> places;
  places.reserve(events.size());
  for (const EventId id : events) places.push_back(history.event(id).site);
  return key_of(kind, std::move(places));
}

std::vector<EventId> points_in(const History& history, const std::vector<std::uint32_t>& cut) {
  std::vector<EventId> points;
  for (EventId id = 0; id < history.size(); ++id) {
    const Event& event = history.event(id);
    if (event.point && event.index < cut[event.thread]) points.push_back(id);
  }
  return points;
}

}  // namespace sleave::predict
