// The progress of the strategy affect.
#pragma once

#include <cstdint>

#include "engine/base/report_section.h"
#include "engine/model/gaps/gap.h"

namespace sleave {

struct AffectReport {
  bool finished = false;     // no run is left to make
  std::uint64_t states = 0;  // states of the model, in the last enumeration
  std::uint64_t walks = 0;
  std::uint64_t races = 0;      // pairs of places that runs were made for,
  std::uint64_t confirmed = 0;  // and that raced there
  Gaps gaps;                    // why there may be more
  double orders = 0;            // of the first run's events, each thread's own kept, as a power of ten;
  double pairwise_orders = 0;   // of the events of two threads, over all pairs
};

ReportSection section_of(const AffectReport& report);

}  // namespace sleave
