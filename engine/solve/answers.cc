#include "engine/solve/answers.h"

#include <algorithm>

namespace sleave::solve {
namespace {

// More than these, and trying them costs more than asking.
constexpr std::size_t kMostInputs = 32;
constexpr std::size_t kMostAnswers = 100'000;
constexpr std::size_t kMostCoresOfOne = 64;

}  // namespace

Answers::Query Answers::query(std::span<const expr::Expr> path_constraints) {
  Query result(path_constraints.begin(), path_constraints.end());
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

const Answer* Answers::same(const Query& query) const {
  const auto place = answers_.find(query);
  return place == answers_.end() ? nullptr : &place->second;
}

bool Answers::contains_core(const Query& query) const {
  for (const expr::Expr path_constraint : query) {
    const auto place = cores_.find(path_constraint);
    if (place == cores_.end()) continue;
    for (const Query& core : place->second) {
      if (std::includes(query.begin(), query.end(), core.begin(), core.end())) return true;
    }
  }
  return false;
}

void Answers::remember(const Query& query, const Answer& answer) {
  if (answers_.size() >= kMostAnswers) answers_.clear();
  answers_.insert_or_assign(query, answer);
  if (answer.verdict == Verdict::satisfiable) {
    inputs_.push_front(answer.bytes);
    if (inputs_.size() > kMostInputs) inputs_.pop_back();
  }
  if (answer.verdict == Verdict::unsatisfiable && !answer.core.empty()) {
    const Query core = Answers::query(answer.core);
    std::vector<Query>& known = cores_[core.front()];
    if (known.size() < kMostCoresOfOne) known.push_back(core);
  }
}

}  // namespace sleave::solve
