#include "engine/strategy/decorators/corpus_first.h"

#include <utility>

namespace sleave {

void CorpusFirst::look_for_added() {
  constexpr std::chrono::seconds kInterval(1);
  const auto now = std::chrono::steady_clock::now();
  if (!added_ || now - asked_ < kInterval) return;
  asked_ = now;
  for (std::vector<Plan::Input>& each : added_()) inputs_.push_back(std::move(each));
}

std::optional<Plan> CorpusFirst::next() {
  look_for_added();
  if (given_out_ == inputs_.size()) return inner().next();
  Plan plan;
  plan.tail_policy = SLEAVE_POLICY_stay;
  plan.record |= SLEAVE_RECORD_PATH_CONSTRAINTS;
  plan.inputs = inputs_[given_out_++];
  return plan;
}

std::vector<Plan> CorpusFirst::expected(std::size_t most) const {
  return given_out_ == inputs_.size() ? inner().expected(most) : std::vector<Plan>();
}

// An earlier session has run them, and the strategy remembers what they showed.
Status CorpusFirst::load(const std::string& state) {
  given_out_ = inputs_.size();
  return inner().load(state);
}

}  // namespace sleave
