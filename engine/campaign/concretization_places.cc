#include "engine/campaign/concretization_places.h"

#include "engine/campaign/confirm/divergence.h"

namespace sleave {

namespace {

constexpr std::size_t kMostPlaces = 8;  // of a kind

}  // namespace

void ConcretizationPlaces::add(const Trace& trace, Places& places) {
  for (const sleave_trace_concretization& concretization : trace.concretizations) {
    if (!known_.emplace(concretization.kind, concretization.site).second) continue;
    std::set<std::string>& listed = places[static_cast<sleave_concretization_kind>(concretization.kind)];
    if (listed.size() >= kMostPlaces) continue;
    const std::string place = place_text(trace, concretization.site, symbolizer_);
    if (!place.empty()) listed.insert(place);
  }
}

}  // namespace sleave
