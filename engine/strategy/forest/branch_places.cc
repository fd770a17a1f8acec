#include "engine/strategy/forest/branch_places.h"

#include <fmt/format.h>

namespace sleave {

void BranchPlaces::learn(const Trace& trace) {
  for (const sleave_trace_path_constraint& path_constraint : trace.path_constraints) {
    if (places_.contains(path_constraint.site)) continue;
    const Stack frames = symbolizer_.frames(trace, path_constraint.site);
    const Frame& frame = frames.front();
    places_[path_constraint.site] =
        frame.file.empty() ? frame.function : fmt::format("{} ({}:{})", frame.function, frame.file, frame.line);
  }
}

}  // namespace sleave
