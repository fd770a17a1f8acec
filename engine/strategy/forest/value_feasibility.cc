#include "engine/strategy/forest/value_feasibility.h"

#include <algorithm>

namespace sleave::interference {

using expr::Expr;
using Verdict = FeasibilityAnswer::Verdict;

void ValueFeasibility::collect(const Forest& forest, const Scenario& scenario, const Contents& contents) {
  reads_.clear();
  read_of_.clear();
  conditions_.clear();
  for (const NodeId leaf : scenario.leaves) {
    for (NodeId id = leaf; id != kNone; id = forest[id].parent) {
      const Node& node = forest[id];
      if (node.event.kind == Kind::branch) conditions_.push_back({id, node.event.held});
      if (node.event.kind != Kind::read) continue;
      Read read;
      read.node = id;
      read.symbol = node.event.symbol;
      const NodeId edge = scenario.source(id);
      read.local = edge == kNone;
      const NodeId source = read.local ? node.local : edge;
      const auto initial = contents.find(node.event.location);
      read.has_value = source != kNone || initial != contents.end();
      if (read.has_value) read.value = source != kNone ? forest[source].event.value : initial->second;
      for (const std::uint32_t variable : variables_of(node.event.symbol)) read_of_[variable] = reads_.size();
      reads_.push_back(read);
    }
  }
}

bool ValueFeasibility::resolve_all(Expr e, bool& open) {
  for (const std::uint32_t variable : terms_.inputs().of(e)) {
    const auto read = read_of_.find(variable);
    if (read == read_of_.end()) {
      open = true;
    } else {
      if (!resolve(read->second)) return false;
      open = open || reads_[read->second].open;
    }
  }
  return true;
}

bool ValueFeasibility::resolve(std::size_t number) {
  Read& read = reads_[number];
  if (read.state == 2) return true;
  if (read.state == 1) return false;
  read.state = 1;
  if (!read.has_value) {
    read.open = true;
  } else {
    if (!resolve_all(read.value, read.open)) return false;
    const expr::Word value = evaluation_.value(read.value);
    unsigned low = 0;
    for (const std::uint32_t variable : variables_of(read.symbol)) {
      values_[variable] = static_cast<std::uint8_t>(value >> low);
      low += 8;
    }
  }
  read.state = 2;
  return true;
}

void ValueFeasibility::support(Expr e, std::vector<std::uint8_t>& reads) {
  for (const std::uint32_t variable : terms_.inputs().of(e)) {
    const auto read = read_of_.find(variable);
    if (read == read_of_.end() || reads[read->second] != 0) continue;
    reads[read->second] = 1;
    if (reads_[read->second].has_value) support(reads_[read->second].value, reads);
  }
}

std::vector<NodeId> ValueFeasibility::local_reads(const std::vector<std::uint8_t>& reads) const {
  std::vector<NodeId> local;
  for (std::size_t i = 0; i < reads_.size(); ++i) {
    if (reads[i] != 0 && reads_[i].local) local.push_back(reads_[i].node);
  }
  return local;
}

bool ValueFeasibility::evaluate(const expr::Values& inputs) {
  values_ = inputs;
  if (!read_of_.empty()) values_.resize(std::max(values_.size(), std::size_t{read_of_.rbegin()->first} + 1));
  evaluation_.set_input(values_);
  for (Read& read : reads_) read.state = 0;
  for (std::size_t i = 0; i < reads_.size(); ++i) {
    if (!resolve(i)) return false;
  }
  return true;
}

bool ValueFeasibility::all_hold() {
  return std::all_of(conditions_.begin(), conditions_.end(),
                     [&](const Condition& condition) { return evaluation_.holds(condition.path_constraint); });
}

bool ValueFeasibility::hopeless(std::vector<NodeId>& blame) {
  bool found = false;
  for (const auto& [at, condition] : conditions_) {
    bool open = false;
    resolve_all(condition, open);
    if (open || evaluation_.holds(condition)) continue;
    std::vector<std::uint8_t> behind(reads_.size());
    support(condition, behind);
    std::vector<NodeId> local = local_reads(behind);
    if (!found || local.size() < blame.size()) blame = std::move(local);
    found = true;
  }
  return found;
}

// The conditions that depend on inputs, and what the reads behind them are worth.
FeasibilityAnswer ValueFeasibility::ask(const expr::Values& at_hand) {
  std::vector<Expr> asked;
  std::vector<std::uint8_t> behind(reads_.size());
  for (const auto& [at, condition] : conditions_) {
    bool open = false;
    resolve_all(condition, open);
    if (!open) continue;
    asked.push_back(condition);
    support(condition, behind);
  }
  std::map<std::uint32_t, std::size_t> read_of_equation;
  for (std::size_t i = 0; i < reads_.size(); ++i) {
    if (behind[i] == 0 || !reads_[i].has_value) continue;
    const Expr equation = pool_.binary(expr::Op::equal, reads_[i].symbol, reads_[i].value);
    asked.push_back(equation);
    read_of_equation[equation.number] = i;
  }
  ++counts_.solved;
  const solve::Answer answer = solver_.solve(asked, solve::Effort::all);
  if (answer.verdict == solve::Verdict::unsatisfiable) {
    std::vector<std::uint8_t> core(reads_.size());
    for (const Expr e : answer.core) {
      if (const auto read = read_of_equation.find(e.number); read != read_of_equation.end()) core[read->second] = 1;
    }
    return {.verdict = Verdict::fails, .values = {}, .blame = local_reads(core)};
  }
  if (answer.verdict == solve::Verdict::unknown) return {};
  expr::Values values = at_hand;
  for (const auto& [variable, byte] : answer.bytes) {
    if (read_of_.contains(variable)) continue;
    if (variable >= values.size()) values.resize(variable + 1);
    values[variable] = byte;
  }
  if (!evaluate(values) || !all_hold()) return {};
  return {.verdict = Verdict::holds, .values = std::move(values), .blame = {}};
}

FeasibilityAnswer ValueFeasibility::check(const Forest& forest, const Scenario& scenario,
                                          std::span<const Condition> wanted, const Contents& contents,
                                          const expr::Values& at_hand) {
  ++counts_.checks;
  const Question question{forest, scenario, contents, at_hand};
  if (auto blame = one_by_one(question, wanted)) {
    return {.verdict = Verdict::fails, .values = {}, .blame = std::move(*blame)};
  }
  collect(forest, scenario, contents);
  conditions_.insert(conditions_.end(), wanted.begin(), wanted.end());
  if (!evaluate(at_hand)) return {.verdict = Verdict::cyclic, .values = {}, .blame = {}};
  if (all_hold()) return {.verdict = Verdict::holds, .values = at_hand, .blame = {}};
  FeasibilityAnswer answer;
  if (hopeless(answer.blame)) {
    answer.verdict = Verdict::fails;
    return answer;
  }
  if (auto some = ask_some(question)) return std::move(*some);
  if (!evaluate(at_hand)) return {.verdict = Verdict::cyclic, .values = {}, .blame = {}};
  return ask(at_hand);
}

}  // namespace sleave::interference
