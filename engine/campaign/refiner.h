// Refiner: makes a finding easier to understand after it is on disk. It is an interface, so that the folders that
// implement it may include this one, and not the other way round.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/find/finding.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/run/runner.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

class Refiner {
 public:
  virtual ~Refiner() = default;

  // A run that fails in the same way as `failed`, a run of `plan`, and is easier to follow; nothing if there is none.
  struct Shorter {
    Plan plan;
    Trace trace;
  };
  struct Shortening {
    std::optional<Shorter> shorter;
    std::uint64_t runs = 0;  // that it took
  };
  virtual Shortening shorten(Runner& runner, const Plan& plan, const Trace& failed, Symbolizer& symbolizer) = 0;

  // What the run needs to fail. `reported` is the run that `finding` reports; `plan` has the limits of its campaign.
  virtual FindingCause explain(Runner& runner, const Plan& plan, const Trace& reported, const Finding& finding,
                               Symbolizer& symbolizer) = 0;
};

}  // namespace sleave
