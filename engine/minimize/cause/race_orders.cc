#include "engine/minimize/cause/race_orders.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace sleave {
namespace {

using graph::MemoryOrder;

// A run each, and one for all of them. More are no small test.
constexpr std::size_t kMostPlaces = 50;

// What the operation is with when it acquires and releases as far as it can; nothing: it does, or has no order.
std::optional<MemoryOrder> ordered_for(const sleave_event& event) {
  const bool acquires = event.order != SLEAVE_ORDER_relaxed && event.order != SLEAVE_ORDER_release;
  const bool releases =
      event.order != SLEAVE_ORDER_relaxed && event.order != SLEAVE_ORDER_acquire && event.order != SLEAVE_ORDER_consume;
  if (event.order == SLEAVE_ORDER_volatile) return std::nullopt;
  switch (event.kind) {
    case SLEAVE_EV_atomic_load:
      return acquires ? std::nullopt : std::optional(MemoryOrder::acquire);
    case SLEAVE_EV_atomic_store:
      return releases ? std::nullopt : std::optional(MemoryOrder::release);
    case SLEAVE_EV_atomic_rmw:
    case SLEAVE_EV_fence:
      return acquires && releases ? std::nullopt : std::optional(MemoryOrder::acq_rel);
    case SLEAVE_EV_atomic_cas: {
      const bool failed = (event.flags & SLEAVE_EVENT_FAILED) != 0;
      return acquires && (releases || failed) ? std::nullopt : std::optional(MemoryOrder::acq_rel);
    }
    default:
      return std::nullopt;
  }
}

// Places in the code, the first in the run first.
std::vector<MissingOrder> weak_places(const Trace& trace) {
  std::vector<MissingOrder> places;
  for (std::uint64_t i = 0; i < trace.events.size(); ++i) {
    const sleave_event& event = trace.events[i];
    const std::optional<MemoryOrder> ordered = event.site == 0 ? std::nullopt : ordered_for(event);
    if (!ordered) continue;
    const bool known = std::any_of(places.begin(), places.end(), [&](const MissingOrder& each) {
      return trace.events[each.event].site == event.site;
    });
    if (!known) places.push_back({i, *ordered});
  }
  return places;
}

std::vector<SuggestedOrder> joined(std::vector<SuggestedOrder> with, const std::vector<MissingOrder>& places,
                                   const Trace& trace) {
  for (const MissingOrder& place : places) {
    const sleave_site site = trace.events[place.event].site;
    std::erase_if(with, [&](const SuggestedOrder& each) { return each.site == site; });
    with.push_back({site, place.order, {}});
  }
  return with;
}

}  // namespace

std::vector<MissingOrder> orders_against_race(Attempts attempts, const Plan& plan, const Trace& reported,
                                              const std::vector<SuggestedOrder>& with) {
  Plan again = plan_from_trace(reported, plan);
  again.record = SLEAVE_RECORD_POINTS;
  const auto prevents = [&](const std::vector<MissingOrder>& places) {
    again.orders = orders_of(joined(with, places, reported));
    const std::optional<Attempts::Outcome> outcome = attempts.outcome(again);
    return outcome && !outcome->failed && outcome->trace.header.diverged == 0;
  };
  std::vector<MissingOrder> places = weak_places(reported);
  if (places.empty() || places.size() > kMostPlaces || prevents({}) || !prevents(places)) return {};
  for (std::size_t i = 0; i < places.size();) {
    const MissingOrder left_out = places[i];
    places.erase(places.begin() + static_cast<std::ptrdiff_t>(i));
    if (prevents(places)) continue;
    places.insert(places.begin() + static_cast<std::ptrdiff_t>(i), left_out);
    ++i;
  }
  return places;
}

}  // namespace sleave
