// RandomInputs: a sampling strategy whose runs also have random inputs, once a run has shown which the program asks
// for. If some inputs are given (a corpus), every second run has one of those, with a few changes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/inputs/known_inputs.h"
#include "engine/inputs/mutation.h"
#include "engine/strategy/strategy.h"

namespace sleave {

class RandomInputs final : public Strategy {
 public:
  explicit RandomInputs(std::unique_ptr<Strategy> sampler, std::vector<InputValues> given = {})
      : sampler_(std::move(sampler)), given_(std::move(given)) {}

  std::optional<Plan> next() override;
  [[nodiscard]] std::vector<Plan> expected(std::size_t most) const override;
  void done(const Plan& plan, const Trace& trace) override;
  void observe_foreign_run(const Plan& plan, const Trace& trace) override;
  [[nodiscard]] std::string save() const override;
  Status load(const std::string& state) override;

 private:
  void draw(Plan& plan) const;
  void mutate_given(Plan& plan) const;

  std::unique_ptr<Strategy> sampler_;
  std::vector<InputValues> given_;
  KnownInputs known_;
};

}  // namespace sleave
