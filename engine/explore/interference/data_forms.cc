// Conditions by themselves, and answers that are known because the same was asked before.
#include <algorithm>

#include "engine/explore/interference/data.h"

namespace sleave::interference {

using expr::Expr;
using Verdict = DataAnswer::Verdict;

bool Data::evaluate_read(const Question& question, std::uint32_t place) {
  if (form_states_[place] != 0) return form_states_[place] == 2;
  form_states_[place] = 1;
  expr::Word value = 0;
  if (const Term* term = form_.values[place]) {
    for (const Term::Over& over : term->over) {
      if (over.is_read && !evaluate_read(question, forms_.place_of_read(over.what))) return false;
    }
    value = evaluation_.value(term->expression);
  } else if (form_.has_value[place] != 0) {
    value = pool_.node(form_.constants[place]).value;
  }
  unsigned low = 0;
  for (const std::uint32_t variable : variables_of(question.forest[form_.reads[place]].event.symbol)) {
    values_[variable] = static_cast<std::uint8_t>(value >> low);
    low += 8;
  }
  form_states_[place] = 2;
  return true;
}

// Values of the form's reads with the inputs at hand; false: a read depends on itself.
bool Data::evaluate_form(const Question& question) {
  values_ = question.at_hand;
  for (const NodeId read : form_.reads) {
    for (const std::uint32_t variable : variables_of(question.forest[read].event.symbol)) {
      if (variable >= values_.size()) values_.resize(variable + 1);
    }
  }
  evaluation_.set_input(values_);
  form_states_.assign(form_.reads.size(), 0);
  for (std::uint32_t place = 0; place < form_.reads.size(); ++place) {
    if (!evaluate_read(question, place)) return false;
  }
  return true;
}

Data::Known Data::solve(const Question& question, std::span<const Term* const> conditions) {
  std::vector<Expr> asked;
  for (const Term* condition : conditions) asked.push_back(condition->expression);
  std::map<std::uint32_t, std::uint32_t> read_of_equation;
  for (std::uint32_t place = 0; place < form_.reads.size(); ++place) {
    if (form_.has_value[place] == 0) continue;
    const Term* term = form_.values[place];
    const Expr value = term != nullptr ? term->expression : form_.constants[place];
    const Expr symbol = question.forest[form_.reads[place]].event.symbol;
    asked.push_back(pool_.binary(expr::Op::equal, symbol, value));
    read_of_equation[asked.back().number] = place;
  }
  ++counts_.solved;
  const solve::Answer answer = solver_.solve(asked);
  Known known;
  if (answer.verdict == solve::Verdict::unsatisfiable) {
    known.verdict = Verdict::fails;
    for (const Expr e : answer.core) {
      if (const auto read = read_of_equation.find(e.number); read != read_of_equation.end()) {
        known.core.push_back(read->second);
      }
    }
  } else if (answer.verdict == solve::Verdict::satisfiable) {
    known.verdict = Verdict::holds;
    for (const std::uint32_t variable : form_.inputs) {
      const auto byte = answer.bytes.find(variable);
      const std::uint8_t before = variable < question.at_hand.size() ? question.at_hand[variable] : 0;
      known.values.push_back(byte != answer.bytes.end() ? byte->second : before);
    }
  }
  return known;
}

Data::Known Data::answer(const Question& question, std::span<const Term* const> conditions) {
  Known known;
  if (!evaluate_form(question)) {
    known.verdict = Verdict::cyclic;
    return known;
  }
  const auto holds = [&](const Term* condition) { return evaluation_.holds(condition->expression); };
  if (std::all_of(conditions.begin(), conditions.end(), holds)) {
    known.verdict = Verdict::holds;
    for (const std::uint32_t variable : form_.inputs) known.values.push_back(values_[variable]);
    return known;
  }
  const bool open = !form_.inputs.empty() || std::count(form_.has_value.begin(), form_.has_value.end(), 0) != 0;
  if (open) return solve(question, conditions);
  known.verdict = Verdict::fails;
  for (std::uint32_t place = 0; place < form_.reads.size(); ++place) known.core.push_back(place);
  return known;
}

const Data::Known* Data::ask_form(const Question& question, std::span<const Term* const> conditions) {
  if (!forms_.make(question.forest, question.scenario, question.contents, conditions, form_)) return nullptr;
  const auto known = known_.find(form_.key);
  if (known != known_.end()) return &known->second;
  return &known_.emplace(form_.key, answer(question, conditions)).first->second;
}

std::vector<NodeId> Data::local_of(const Question& question, const Known& known, const std::vector<NodeId>& reads) {
  std::vector<NodeId> local;
  for (const std::uint32_t place : known.core) {
    if (question.scenario.source(reads[place]) == kNone) local.push_back(reads[place]);
  }
  return local;
}

Data::Alone& Data::alone(const Question& question, const Term& term) {
  const auto [place, fresh] = alone_.try_emplace(&term);
  Alone& alone = place->second;
  if (!fresh && alone.known != nullptr) return alone;
  const Scenario none;
  const Term* const conditions[] = {&term};
  const Question local{question.forest, none, question.contents, question.at_hand};
  const Known* known = ask_form(local, conditions);
  alone.in_order = alone.reads = form_.reads;
  std::sort(alone.reads.begin(), alone.reads.end());
  const bool is_final = std::count(form_.has_value.begin(), form_.has_value.end(), 0) == 0;
  if (is_final) alone.known = known;
  return alone;
}

// Whether the condition cannot be so, whatever the inputs and whatever else.
bool Data::impossible(const Question& question, const Condition& condition, std::vector<NodeId>& blame) {
  const Term& term = terms_.of(question.forest, condition.at, condition.truth);
  const Alone& local = alone(question, term);
  const bool interferes = std::any_of(
      question.scenario.edges.begin(), question.scenario.edges.end(),
      [&](const Edge& edge) { return std::binary_search(local.reads.begin(), local.reads.end(), edge.read); });
  if (!interferes && local.known != nullptr) {
    if (local.known->verdict != Verdict::fails) return false;
    blame = local_of(question, *local.known, local.in_order);
    return true;
  }
  const Term* const conditions[] = {&term};
  const Known* known = ask_form(question, conditions);
  if (known == nullptr || known->verdict != Verdict::fails) return false;
  blame = local_of(question, *known, form_.reads);
  return true;
}

std::optional<std::vector<NodeId>> Data::one_by_one(const Question& question, std::span<const Condition> wanted) {
  std::optional<std::vector<NodeId>> fewest;
  std::vector<NodeId> blame;
  const auto look_at = [&](const Condition& condition) {
    if (impossible(question, condition, blame) && (!fewest || blame.size() < fewest->size())) fewest = blame;
    return !fewest || !fewest->empty();
  };
  for (const Condition& condition : wanted) {
    if (!look_at(condition)) return fewest;
  }
  for (const NodeId leaf : question.scenario.leaves) {
    for (NodeId id = leaf; id != kNone; id = question.forest[id].branch_before) {
      const Event& event = question.forest[id].event;
      if (event.kind == Kind::branch && !look_at({id, event.held})) return fewest;
    }
  }
  return fewest;
}

std::optional<DataAnswer> Data::ask_some(const Question& question) {
  std::vector<const Term*> asked;
  expr::Values values = question.at_hand;
  for (;;) {
    bool more = false;
    for (const Condition& condition : conditions_) {
      if (evaluation_.holds(condition.truth)) continue;
      const Term* term = &terms_.of(question.forest, condition.at, condition.truth);
      if (std::find(asked.begin(), asked.end(), term) != asked.end()) continue;
      asked.push_back(term);
      more = true;
    }
    if (!more) return std::nullopt;
    const Known* known = ask_form(question, asked);
    if (known == nullptr || known->verdict == Verdict::unknown || known->verdict == Verdict::cyclic)
      return std::nullopt;
    if (known->verdict == Verdict::fails) {
      return DataAnswer{.verdict = Verdict::fails, .values = {}, .blame = local_of(question, *known, form_.reads)};
    }
    for (std::size_t place = 0; place < form_.inputs.size(); ++place) {
      const std::uint32_t variable = form_.inputs[place];
      if (variable >= values.size()) values.resize(variable + 1);
      values[variable] = known->values[place];
    }
    if (!evaluate(values)) return std::nullopt;
    if (all_hold()) return DataAnswer{.verdict = Verdict::holds, .values = std::move(values), .blame = {}};
  }
}

}  // namespace sleave::interference
