// What splices of runs have shown.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/report_section.h"
#include "engine/model/gaps/gap.h"
#include "engine/strategy/forest/missed_sides.h"

namespace sleave {

struct SpliceReport {
  std::uint64_t branches = 0;
  std::uint64_t sides_alone = 0;   // branch outcomes that threads took alone, with some input
  std::uint64_t sides = 0;         // that were taken in all
  std::uint64_t asked = 0;         // splices that were asked about,
  std::uint64_t possible = 0;      // of them possible,
  std::uint64_t unordered = 0;     // but not with the synchronization objects,
  std::uint64_t came_true = 0;     // or run, and the side was taken
  std::uint64_t strayed = 0;       // or not
  bool finished = false;           // nothing is left to splice
  std::vector<MissedSide> missed;  // sides that no run took
  Gaps gaps;                       // why some may have been overlooked
};

ReportSection section_of(const SpliceReport& report);

}  // namespace sleave
