// Refiner: what is done to a finding after it is on disk, to make it easier to understand. A campaign is given one from
// above: the folders that refine may use everything here, and not the other way round.
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

  // What the run needs to fail. `told` is the run that `finding` reports; `plan` has the limits of its campaign.
  virtual FindingCause explain(Runner& runner, const Plan& plan, const Trace& told, const Finding& finding,
                               Symbolizer& symbolizer) = 0;
};

}  // namespace sleave
