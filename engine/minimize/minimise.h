// Minimiser: what a campaign does to its findings unless told otherwise.
#pragma once

#include "engine/explore/refiner.h"

namespace sleave {

class Minimiser final : public Refiner {
 public:
  Shortening shorten(Runner& runner, const Plan& plan, const Trace& failed, Symbolizer& symbolizer) override;
  FindingCause explain(Runner& runner, const Plan& plan, const Trace& told, const Finding& finding,
                       Symbolizer& symbolizer) override;
};

}  // namespace sleave
