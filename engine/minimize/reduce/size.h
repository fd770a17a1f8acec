// RunSize: how hard a failing run is to understand. The smaller of two is the one to report.
#pragma once

#include <compare>
#include <cstdint>

#include "engine/trace/trace.h"

namespace sleave {

// Compared field by field in this order. Choices come first, because behavior that programs rely on in practice though
// no standard guarantees it (no spurious wake-ups, for example) makes a failure look exotic. Preemptions come next,
// because the reader must notice them; other switches explain themselves.
struct RunSize {
  std::uint64_t choices = 0;      // taken besides the next thread
  std::uint64_t preemptions = 0;  // switches away from a thread that could have continued
  std::uint64_t switches = 0;     // all of them
  std::uint64_t threads = 0;      // that did anything
  std::uint64_t events = 0;
  std::uint64_t aliases = 0;      // links of data structures that hold a node which another link holds too
  std::uint64_t nodes = 0;        // of data structures
  std::uint64_t input_bytes = 0;  // that are not zero
  std::uint64_t input_sum = 0;    // of all of them
  std::uint64_t timers_late =
      0;  // events of the threads that timers went off before: early ones leave all to the order

  auto operator<=>(const RunSize&) const = default;
};

// `trace` recorded its points. Of a run without progress only what comes before it goes round counts: how long the
// threads go round after that is the detector's patience.
RunSize size_of(const Trace& trace);

}  // namespace sleave
