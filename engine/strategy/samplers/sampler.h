// Sampler: what sampling strategies share. Run n has a seed derived from (campaign seed, n), so runs are independent
// and any of them can be made again without the others.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/model/thread_table.h"
#include "engine/strategy/samplers/choice_shares.h"
#include "engine/strategy/strategy.h"

namespace sleave {

class Sampler : public Strategy {
 public:
  Sampler(std::uint64_t seed, const ChoiceSet& choices) : seed_(seed), choices_(choices) {}

  std::optional<Plan> next() final;
  [[nodiscard]] std::vector<Plan> expected(std::size_t most) const final;
  void done(const Plan& plan, const Trace& trace) final;
  void observe_foreign_run(const Plan& plan, const Trace& trace) final;
  [[nodiscard]] std::string save() const final;
  Status load(const std::string& state) final;

  // A plan that is made from an earlier one names the threads that are known now, or its runs cannot be reset.
  void name_threads(Plan& plan) const { threads_.renew(plan.threads); }

 protected:
  // Chooses the tail of run `run`; seed and threads are set.
  virtual void set_tail(std::uint64_t run, Plan& plan) const = 0;

  // What a strategy remembers of a run besides what all of them do. `places`: where the plans' table of threads has
  // each thread of the trace (thread_table.h).
  virtual void learn(const Plan& /*plan*/, const Trace& /*trace*/, const std::vector<std::uint32_t>& /*places*/) {}

  // That memory as JSON. Loading may throw nlohmann's exceptions.
  [[nodiscard]] virtual nlohmann::json save_learned() const;
  virtual void load_learned(const nlohmann::json& /*saved*/) {}

  // The largest number of scheduling points of any run so far; a guess before there is one.
  [[nodiscard]] std::uint64_t longest() const { return longest_ == 0 ? kFirstGuess : longest_; }

 private:
  [[nodiscard]] Plan plan_of(std::uint64_t run) const;

  static constexpr std::uint64_t kFirstGuess = 64;

  std::uint64_t seed_;
  std::uint64_t next_ = 0;
  std::uint64_t longest_ = 0;
  std::set<std::uint64_t> under_way_;  // runs
  ThreadTable threads_;
  ChoiceShares choices_;
};

}  // namespace sleave
