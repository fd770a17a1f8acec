// The coverage of a search by interferences.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/report_section.h"
#include "engine/model/gaps/gap.h"
#include "engine/strategy/forest/missed_sides.h"

namespace sleave {

struct InterferenceReport {
  struct Level {
    std::uint64_t sides = 0;       // branch outcomes that need this many interferences and no fewer
    std::uint64_t candidates = 0;  // examined
    std::uint64_t runs = 0;        // made of them
    double seconds = 0;            // until all of them were looked at, with what was looked at before; 0: not yet
  };
  std::vector<Level> levels;  // by number of interferences
  int finished = -1;          // complete up to this number of interferences; -1: not even without any
  bool everything = false;    // nothing is left, and nothing was left out for needing too many interferences
  // The fewest with which a run failed: of an assertion, those that its thread needed; of others, all of the run.
  std::optional<std::uint64_t> failed_with;
  std::uint64_t branches = 0;
  std::vector<MissedSide> missed;  // outcomes that no run took
  Gaps gaps;                       // why branches may be missing that need no more
};

ReportSection section_of(const InterferenceReport& report);

}  // namespace sleave
