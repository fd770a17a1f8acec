#include "engine/strategy/shared/partings.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "engine/expr/evaluate.h"
#include "engine/expr/inputs.h"

namespace sleave {
namespace {

const Plan::Input* find(const std::vector<Plan::Input>& inputs, std::uint64_t name) {
  const auto place =
      std::find_if(inputs.begin(), inputs.end(), [name](const Plan::Input& input) { return input.name == name; });
  return place == inputs.end() ? nullptr : &*place;
}

std::size_t given_bytes(const std::vector<Plan::Input>& inputs, std::uint64_t name) {
  const Plan::Input* const input = find(inputs, name);
  return input == nullptr ? 0 : input->bytes.size();
}

// The bytes that a run with the seed has, and of which of them that is not known. A byte that is not given is the
// program's own: the same in both runs, as long as their paths are.
struct SeedValues {
  expr::Values values;
  std::vector<bool> unknown;
  bool has_unknown = false;
};

SeedValues values_of(const std::vector<Plan::Input>& seed, const Plan& plan, const Trace& trace,
                     const expr::Variables& variables, const expr::Values& of_run) {
  SeedValues read{.values = of_run, .unknown = std::vector<bool>(of_run.size())};
  for (const sleave_trace_input& asked : trace.inputs) {
    const expr::Variables::Input* const variable = variables.find(asked.name);
    if (variable == nullptr) continue;
    const Plan::Input* const given = find(seed, asked.name);
    const std::size_t had = given_bytes(plan.inputs, asked.name);
    for (std::size_t i = 0; i < asked.bytes && i < variable->numbers.size(); ++i) {
      const std::uint32_t number = variable->numbers[i];
      if (number >= read.values.size()) continue;
      if (given != nullptr && i < given->bytes.size()) {
        read.values[number] = std::to_integer<std::uint8_t>(given->bytes[i]);
      } else if (i < had) {
        read.has_unknown = read.unknown[number] = true;
      }
    }
  }
  return read;
}

bool depends_on_unknown(const SeedValues& seed, expr::Expr word, expr::Inputs& inputs) {
  if (!seed.has_unknown) return false;
  const expr::Inputs::Set& bytes = inputs.of(word);
  return std::any_of(bytes.begin(), bytes.end(),
                     [&](std::uint32_t byte) { return byte < seed.unknown.size() && seed.unknown[byte]; });
}

}  // namespace

std::vector<Parting> partings(const Seeds& seeds, const Plan& plan, const Trace& trace, const expr::Path& path,
                              Solving& solving) {
  std::vector<Parting> all;
  if (seeds.empty()) return all;
  expr::Evaluation evaluation(solving.pool());
  expr::Inputs inputs(solving.pool());
  for (std::size_t seed = 0; seed < seeds.size(); ++seed) {
    const SeedValues own = values_of(seeds[seed], plan, trace, solving.variables(), path.values);
    evaluation.set_input(own.values);
    for (std::size_t i = 0; i < path.path_constraints.size(); ++i) {
      const expr::PathConstraint& next = path.path_constraints[i];
      if (depends_on_unknown(own, next.word, inputs)) break;
      const expr::Word value = evaluation.value(next.word);
      if (value == next.value) continue;
      all.push_back({.seed = seed, .place = i, .value = value});
      break;
    }
  }
  return all;
}

}  // namespace sleave
