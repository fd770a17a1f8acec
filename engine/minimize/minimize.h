// Minimizer: minimizes and explains the findings of a campaign, unless options turn that off.
#pragma once

#include "engine/campaign/refine/refiner.h"
#include "engine/model/choice_set.h"

namespace sleave {

class Minimizer final : public Refiner {
 public:
  // Choices that the campaign's runs may take besides their schedule: explanations must hold for such runs.
  explicit Minimizer(const ChoiceSet& choices) : choices_(choices) {}

  Shortening shorten(Runner& runner, const Plan& plan, const Trace& failed, Symbolizer& symbolizer,
                     RefinerWatch& watch) override;
  FindingCause explain(Runner& runner, const Plan& plan, const Trace& reported, Finding& finding,
                       Symbolizer& symbolizer, RefinerWatch& watch) override;

 private:
  ChoiceSet choices_;
};

}  // namespace sleave
