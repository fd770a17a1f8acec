#include "engine/strategy/decorators/corpus_first.h"

namespace sleave {

std::optional<Plan> CorpusFirst::next() {
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
