// Refiner: makes a finding easier to understand after it is on disk. It is an interface, so that the folders that
// implement it may include this one, and not the other way round.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/find/finding.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/run/runner.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

// Limits the work on one finding, and is notified of its progress.
class RefinerWatch {
 public:
  virtual ~RefinerWatch() = default;
  // Whether the time for this finding is used up: no further run is made.
  [[nodiscard]] virtual bool is_over() const = 0;
  // A run with this many switches fails in the same way.
  virtual void shortened(std::uint64_t switches) = 0;
  // One more run was made.
  virtual void ran() = 0;
};

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
    std::uint64_t runs = 0;    // that it took
    std::string unfinished{};  // why smaller ones were not looked for to the end: "the time was over"; empty: they were
  };
  virtual Shortening shorten(Runner& runner, const Plan& plan, const Trace& failed, Symbolizer& symbolizer,
                             RefinerWatch& watch) = 0;

  // What the run needs to fail. `reported` is the run that `finding` reports; `plan` has the limits of its campaign. Of
  // a run that is too long for a table, the steps that the explanation names take the place of others.
  virtual FindingCause explain(Runner& runner, const Plan& plan, const Trace& reported, Finding& finding,
                               Symbolizer& symbolizer, RefinerWatch& watch) = 0;
};

}  // namespace sleave
