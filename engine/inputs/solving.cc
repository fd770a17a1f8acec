#include "engine/inputs/solving.h"

#include <algorithm>
#include <unordered_set>

#include "engine/base/rng.h"
#include "engine/solve/backends/make_solver.h"
#include "engine/solve/queries.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

// About a gigabyte, with what solvers keep beside it.
constexpr std::size_t kMostExpressions = 2'000'000;

// The first runs, and then some, are checked expression by expression.
constexpr std::uint64_t kCheckedAtFirst = 64;
constexpr std::uint64_t kCheckedEvery = 16;

void add(solve::QueryCounts& sum, const solve::QueryCounts& more) {
  sum.asked += more.asked;
  sum.fixed += more.fixed;
  sum.tried += more.tried;
  sum.repeated += more.repeated;
  sum.by_core += more.by_core;
  sum.enumerated += more.enumerated;
  sum.summed += more.summed;
  sum.descended += more.descended;
  sum.solved += more.solved;
  sum.refuted += more.refuted;
  sum.unknown += more.unknown;
  sum.wrong += more.wrong;
  sum.path_constraints += more.path_constraints;
  sum.path_constraints_sent += more.path_constraints_sent;
  sum.seconds += more.seconds;
  sum.work += more.work;
}

}  // namespace

Solving::Solving(SolvingOptions options) : options_(std::move(options)) {}
Solving::~Solving() = default;

std::uint64_t Solving::work() const { return earlier_.work + queries_->counts().work; }

std::uint64_t Solving::path_constraints_asked() const {
  return earlier_.path_constraints + queries_->counts().path_constraints;
}

std::uint64_t Solving::wrong_answers() const { return earlier_.wrong + queries_->counts().wrong; }

Result<std::unique_ptr<Solving>> Solving::start(const SolvingOptions& options) {
  std::unique_ptr<Solving> solving(new Solving(options));
  if (Status begun = solving->begin(); !begun) return begun.error();
  return solving;
}

Status Solving::begin() {
  if (queries_ != nullptr) add(earlier_, queries_->counts());
  queries_.reset();
  pool_ = std::make_unique<expr::Pool>();
  Result<std::unique_ptr<solve::Solver>> solver =
      solve::make_solver(*pool_, options_.solver, options_.query_log, options_.query_budget);
  if (!solver) return solver.error();
  queries_ = std::make_unique<solve::Queries>(*pool_, std::move(*solver));
  ++era_;
  return ok();
}

std::optional<expr::Path> Solving::path_of(const Trace& trace, Wanted wanted) {
  if (pool_->size() > kMostExpressions && !begin()) return std::nullopt;
  const bool check = runs_ < kCheckedAtFirst || runs_ % kCheckedEvery == 0;
  ++runs_;
  Result<expr::Path> path =
      expr::path_of(trace, *pool_, variables_, check ? expr::Compare::values : expr::Compare::nothing);
  if (!path) {
    if (++report_.wrong == 1) report_.wrong_why = path.error().message;
    return std::nullopt;
  }
  look_at(trace, *path);
  std::unordered_set<std::uint32_t> known;
  std::erase_if(path->path_constraints, [&](const expr::PathConstraint& path_constraint) {
    return pool_->is_constant(path_constraint.held) ||
           (!known.insert(path_constraint.held.number).second && wanted == Wanted::news);
  });
  paths_.insert(hash_of(path->path_constraints));
  return std::move(*path);
}

void Solving::look_at(const Trace& trace, const expr::Path& path) {
  for (const expr::PathConstraint& path_constraint : path.path_constraints) {
    if (path_constraint.turn() == expr::Turn::FLIP) ways_.emplace(path_constraint.site, path_constraint.value != 0);
  }
  for (const sleave_trace_concretization& concretization : trace.concretizations) {
    std::uint64_t& most = report_.concretizations[static_cast<sleave_concretization_kind>(concretization.kind)];
    most = std::max(most, concretization.count);
  }
}

solve::QueryAnswer Solving::ask(std::span<const expr::Expr> holding, expr::Expr wanted, const expr::Values& values) {
  solve::QueryAnswer answer = queries_->ask(holding, wanted, values);
  if (answer.verdict == solve::Verdict::unknown) ++report_.unsolved;
  return answer;
}

InputReport Solving::report() const {
  InputReport report = report_;
  for (const expr::Variables::Input& input : variables_.inputs()) report.names.insert(input.text);
  report.bytes = variables_.size();
  report.paths = paths_.size();
  for (const auto& [site, value] : ways_) {
    const bool other = ways_.contains({site, !value});
    report.branches += value || !other ? 1 : 0;
    report.both_ways += value && other ? 1 : 0;
  }
  report.queries = earlier_;
  add(report.queries, queries_->counts());
  return report;
}

std::uint64_t hash_of(std::span<const expr::PathConstraint> path_constraints) {
  std::uint64_t sum = 0;
  for (const expr::PathConstraint& path_constraint : path_constraints) sum += mix64(path_constraint.held.number);
  return mix64(sum);
}

}  // namespace sleave
