#include "engine/strategy/forest/branch_places.h"

#include <fmt/format.h>

namespace sleave {

void BranchPlaces::learn(const Trace& trace) {
  for (const sleave_trace_truth& truth : trace.truths) {
    if (places_.contains(truth.site)) continue;
    const Stack frames = symbolizer_.frames(trace, truth.site);
    const Frame& frame = frames.front();
    places_[truth.site] =
        frame.file.empty() ? frame.function : fmt::format("{} ({}:{})", frame.function, frame.file, frame.line);
  }
}

}  // namespace sleave
