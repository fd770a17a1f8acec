// RandomInputs: a sampling strategy whose runs also have random inputs, once a run has shown which the program asks
// for.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/inputs/known_inputs.h"
#include "engine/strategy/strategy.h"

namespace sleave {

class RandomInputs final : public Strategy {
 public:
  explicit RandomInputs(std::unique_ptr<Strategy> sampler) : sampler_(std::move(sampler)) {}

  std::optional<Plan> next() override;
  [[nodiscard]] std::vector<Plan> expected(std::size_t most) const override;
  void done(const Plan& plan, const Trace& trace) override;
  void observe_foreign_run(const Plan& plan, const Trace& trace) override;
  [[nodiscard]] std::string save() const override;
  Status load(const std::string& state) override;

 private:
  std::unique_ptr<Strategy> sampler_;
  KnownInputs known_;
};

}  // namespace sleave
