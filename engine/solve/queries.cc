#include "engine/solve/queries.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "engine/solve/slice.h"

namespace sleave::solve {
namespace {

// `input` with those of `bytes` that the query is about. All others stay, so that path constraints left out of it
// stay true.
Input changed(Input input, const Bytes& bytes, const expr::Inputs::Set& about) {
  for (const std::uint32_t byte : about) {
    const auto place = bytes.find(byte);
    if (place == bytes.end()) continue;
    if (byte >= input.size()) input.resize(byte + 1);
    input[byte] = place->second;
  }
  return input;
}

QueryAnswer no() { return {.verdict = Verdict::unsatisfiable, .input = std::nullopt}; }
QueryAnswer yes(Input input) { return {.verdict = Verdict::satisfiable, .input = std::move(input)}; }

}  // namespace

Queries::Queries(const expr::Pool& pool, std::unique_ptr<Solver> solver, std::uint64_t most_gates)
    : pool_(&pool),
      solver_(std::move(solver)),
      inputs_(pool),
      evaluation_(pool),
      domains_(pool, inputs_),
      checksums_(pool, inputs_),
      descent_(pool),
      circuit_(pool),
      most_gates_(most_gates) {}

QueryAnswer Queries::ask(std::span<const expr::Expr> holding, expr::Expr wanted, const Input& input, Effort effort) {
  ++counts_.asked;
  counts_.path_constraints += holding.size() + 1;
  if (pool_->is_constant(wanted)) {
    ++counts_.fixed;
    return pool_->is_constant(wanted, 1) ? yes(input) : no();
  }
  std::vector<expr::Expr> path_constraints = slice(inputs_, holding, wanted);
  path_constraints.push_back(wanted);
  const Answers::Query query = Answers::query(path_constraints);
  const expr::Inputs::Set about = bytes_of(path_constraints);
  if (std::optional<QueryAnswer> known = without_solver(path_constraints, query, about, input))
    return std::move(*known);

  weigh(query);
  const std::optional<Answer> enumerated = domains_.decide(query, circuit_.gates());
  count_work();
  if (enumerated) {
    ++counts_.enumerated;
    answers_.remember(query, *enumerated);
    return enumerated->verdict == Verdict::satisfiable ? yes(changed(input, enumerated->bytes, about)) : no();
  }
  if (std::optional<QueryAnswer> summed = without_checksums(query, wanted, input, effort)) return std::move(*summed);
  if (const std::optional<Answer> found = descend(query, input)) {
    ++counts_.descended;
    answers_.remember(query, *found);
    return yes(changed(input, found->bytes, about));
  }
  const Answer answer = solve(query, effort);
  answers_.remember(query, answer);
  switch (answer.verdict) {
    case Verdict::satisfiable:
      ++counts_.solved;
      return yes(changed(input, answer.bytes, about));
    case Verdict::unsatisfiable:
      ++counts_.refuted;
      return no();
    case Verdict::unknown:
      break;
  }
  ++counts_.unknown;
  return {.verdict = Verdict::unknown, .input = guess(wanted, input)};
}

// What the rest of a query rules out, the query does.
std::optional<QueryAnswer> Queries::without_checksums(const Answers::Query& query, expr::Expr wanted,
                                                      const Input& input, Effort effort) {
  std::vector<expr::Expr> rest;
  for (const expr::Expr path_constraint : query) {
    if (path_constraint != wanted && !checksums_.is_about_checksum(path_constraint)) rest.push_back(path_constraint);
  }
  const bool wants_checksum = checksums_.is_about_checksum(wanted);
  if (rest.size() + 1 == query.size() && !wants_checksum) return std::nullopt;
  QueryAnswer answer = wants_checksum ? yes(input) : ask(rest, wanted, input, effort);
  if (answer.verdict == Verdict::unsatisfiable) return answer;
  if (answer.verdict == Verdict::unknown || !checksums_.store(query, *answer.input)) return std::nullopt;
  ++counts_.summed;
  Answer known{.verdict = Verdict::satisfiable};
  for (const std::uint32_t byte : bytes_of(query)) {
    if (byte < answer.input->size()) known.bytes[byte] = (*answer.input)[byte];
  }
  answers_.remember(query, known);
  return answer;
}

std::optional<QueryAnswer> Queries::without_solver(std::span<const expr::Expr> path_constraints,
                                                   const Answers::Query& query, const expr::Inputs::Set& about,
                                                   const Input& input) {
  if (const Answer* answer = answers_.same(query); answer != nullptr && answer->verdict != Verdict::unknown) {
    ++counts_.repeated;
    return answer->verdict == Verdict::satisfiable ? yes(changed(input, answer->bytes, about)) : no();
  }
  if (answers_.contains_core(query)) {
    ++counts_.by_core;
    return no();
  }
  if (all_hold(path_constraints, input)) {
    ++counts_.tried;
    return yes(input);
  }
  for (const Bytes& bytes : answers_.inputs()) {
    Input candidate = changed(input, bytes, about);
    if (!all_hold(path_constraints, candidate)) continue;
    ++counts_.tried;
    return yes(std::move(candidate));
  }
  return std::nullopt;
}

expr::Inputs::Set Queries::bytes_of(std::span<const expr::Expr> path_constraints) {
  std::set<std::uint32_t> bytes;
  for (const expr::Expr path_constraint : path_constraints)
    bytes.insert(inputs_.of(path_constraint).begin(), inputs_.of(path_constraint).end());
  return {bytes.begin(), bytes.end()};
}

// The wanted path constraint is the last and the most likely not to hold.
bool Queries::all_hold(std::span<const expr::Expr> path_constraints, const Input& input) {
  evaluation_.set_input(input);
  return std::all_of(path_constraints.rbegin(), path_constraints.rend(),
                     [&](expr::Expr path_constraint) { return evaluation_.holds(path_constraint); });
}

void Queries::weigh(std::span<const expr::Expr> path_constraints) {
  circuit_.clear();
  for (const expr::Expr path_constraint : path_constraints) {
    circuit_.add(path_constraint);
    if (circuit_.gates() > most_gates_) return;
  }
}

// For about as long as a solver needs to take the query in.
std::optional<Answer> Queries::descend(const Answers::Query& query, const Input& input) {
  constexpr std::uint64_t kLeastOperations = 100'000;
  constexpr std::uint64_t kOperationsOfGate = 1'000;
  const std::uint64_t gates = std::min(circuit_.gates(), most_gates_);
  const std::optional<Bytes> bytes = descent_.run(query, input, kLeastOperations + kOperationsOfGate * gates);
  count_work();
  if (!bytes) return std::nullopt;
  return Answer{.verdict = Verdict::satisfiable, .bytes = *bytes};
}

Answer Queries::solve(std::span<const expr::Expr> path_constraints, Effort effort) {
  weigh(path_constraints);
  if (circuit_.gates() > most_gates_) return {.verdict = Verdict::unknown, .why = "too large"};
  const auto from = std::chrono::steady_clock::now();
  counts_.path_constraints_sent += path_constraints.size();
  Answer answer = solver_->solve(path_constraints, effort);
  counts_.wrong = solver_->wrong_answers();
  count_work();
  counts_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
  return answer;
}

void Queries::count_work() {
  constexpr std::uint64_t kOperationsOfWork = 30;  // that take as long as what Z3 counts as one
  constexpr std::uint64_t kLaneOperationsOfWork = 5 * kOperationsOfWork;
  counts_.work =
      solver_->work() + domains_.operations() / kOperationsOfWork + descent_.operations() / kLaneOperationsOfWork;
}

std::optional<Input> Queries::guess(expr::Expr wanted, const Input& input) {
  const Answer answer = solve(std::span(&wanted, 1), Effort::little);
  if (answer.verdict != Verdict::satisfiable) return std::nullopt;
  return changed(input, answer.bytes, inputs_.of(wanted));
}

}  // namespace sleave::solve
