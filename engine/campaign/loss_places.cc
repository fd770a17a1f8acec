#include "engine/campaign/loss_places.h"

#include "engine/campaign/confirm/divergence.h"
#include "engine/trace/words.h"

namespace sleave {

namespace {

constexpr std::size_t kMostPlaces = 8;  // of a kind

}  // namespace

void LossPlaces::add(const Trace& trace, Places& places) {
  for (const sleave_trace_loss& loss : trace.losses) {
    if (!known_.emplace(loss.kind, loss.site).second) continue;
    std::set<std::string>& listed = places[loss_words(loss.kind)];
    if (listed.size() >= kMostPlaces) continue;
    const std::string place = place_text(trace, loss.site, symbolizer_);
    if (!place.empty()) listed.insert(place);
  }
}

}  // namespace sleave
