// Conditions by themselves, and answers that are known because the same was asked before.
#include <algorithm>

#include "engine/strategy/forest/value_feasibility.h"

namespace sleave::interference {

using expr::Expr;
using Verdict = FeasibilityAnswer::Verdict;

namespace {

constexpr std::uint32_t kSum = 0xfffffffd;       // instead of the number of conditions
constexpr std::uint32_t kAllReads = 0xffffffff;  // instead of places

void split(const expr::Pool& pool, Expr e, std::vector<Expr>& addends) {
  if (!pool.is(e, expr::Op::add)) return addends.push_back(e);
  for (unsigned i = 0; i < 2; ++i) split(pool, pool.node(e).operands[i], addends);
}

// Threads that take turns in adding to a number: the order in which they did does not matter for what it is worth.
class Sum {
 public:
  Sum(const expr::Pool& pool, const Forest& forest, Terms& terms, const Forms& forms)
      : pool_(pool), forest_(forest), terms_(terms), forms_(forms) {}

  // Whether the form is that of a condition on a number to which something was added read by read, each time something
  // that depends on one byte of an input at most. Its key and its inputs are put in another order then.
  bool put_in_order(const Term& condition, Form& form) {
    if (condition.over.size() != 1 || !condition.over[0].is_read || form.inputs.empty()) return false;
    std::size_t seen = 0;
    for (std::uint32_t place = 0; place != kAllReads; ++seen) {
      if (seen == form.reads.size() || !add(form, place)) return false;
    }
    if (seen != form.reads.size()) return false;
    std::sort(constants_.begin(), constants_.end());
    std::vector<std::pair<std::vector<std::uint32_t>, std::uint32_t>> inputs;
    for (auto& [input, shapes] : shapes_) {
      std::sort(shapes.begin(), shapes.end());
      inputs.emplace_back(shapes, input);
    }
    std::sort(inputs.begin(), inputs.end());
    form.key = {kSum, condition.shape, first_, static_cast<std::uint32_t>(constants_.size())};
    form.key.insert(form.key.end(), constants_.begin(), constants_.end());
    form.inputs.clear();
    for (const auto& [shapes, input] : inputs) {
      form.key.push_back(static_cast<std::uint32_t>(shapes.size()));
      form.key.insert(form.key.end(), shapes.begin(), shapes.end());
      form.inputs.push_back(input);
    }
    return true;
  }

 private:
  // What the read at `place` is worth; `place` becomes that of the read that it was added to.
  bool add(const Form& form, std::uint32_t& place) {
    if (form.has_value[place] == 0) return false;
    const Term* value = form.values[place];
    if (value == nullptr) {
      first_ = form.constants[place].number;
      place = kAllReads;
      return true;
    }
    NodeId base = kNone;
    std::vector<std::uint32_t> inputs;
    for (const Term::Over& over : value->over) {
      if (over.is_read && base != kNone) return false;
      if (over.is_read) base = over.what;
      if (!over.is_read) inputs.push_back(over.what);
    }
    std::sort(inputs.begin(), inputs.end());
    std::vector<Expr> addends;
    split(pool_, value->expression, addends);
    if (base != kNone) {
      const auto symbol = std::find(addends.begin(), addends.end(), forest_[base].event.symbol);
      if (symbol == addends.end()) return false;
      addends.erase(symbol);
    }
    for (const Expr addend : addends) {
      const expr::Inputs::Set& over = terms_.inputs().of(addend);
      if (over.size() > 1 || !std::includes(inputs.begin(), inputs.end(), over.begin(), over.end())) return false;
      const std::uint32_t shape = terms_.of(forest_, 0, addend).shape;
      (over.empty() ? constants_ : shapes_[over.front()]).push_back(shape);
    }
    place = base != kNone ? forms_.place_of_read(base) : kAllReads;
    return true;
  }

  const expr::Pool& pool_;
  const Forest& forest_;
  Terms& terms_;
  const Forms& forms_;
  std::uint32_t first_ = kAllReads;                             // constant that it began with
  std::vector<std::uint32_t> constants_;                        // shapes of what was added
  std::map<std::uint32_t, std::vector<std::uint32_t>> shapes_;  // by input
};

}  // namespace

bool ValueFeasibility::evaluate_read(const Question& question, std::uint32_t place) {
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
bool ValueFeasibility::evaluate_form(const Question& question) {
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

ValueFeasibility::Known ValueFeasibility::solve(const Question& question, std::span<const Term* const> conditions) {
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
  const solve::Answer answer = solver_.solve(asked, solve::Effort::all);
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

ValueFeasibility::Known ValueFeasibility::answer(const Question& question, std::span<const Term* const> conditions) {
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

const ValueFeasibility::Known* ValueFeasibility::ask_form(const Question& question,
                                                          std::span<const Term* const> conditions) {
  if (!forms_.make(question.forest, question.scenario, question.contents, conditions, form_)) return nullptr;
  const bool is_sum =
      conditions.size() == 1 && Sum(pool_, question.forest, terms_, forms_).put_in_order(*conditions.front(), form_);
  const auto known = known_.find(form_.key);
  if (known != known_.end()) return &known->second;
  Known found = answer(question, conditions);
  if (is_sum && found.verdict == Verdict::fails) found.core = {kAllReads};
  return &known_.emplace(form_.key, std::move(found)).first->second;
}

std::vector<NodeId> ValueFeasibility::local_of(const Question& question, const Known& known,
                                               const std::vector<NodeId>& reads) {
  std::vector<NodeId> local;
  const auto look_at = [&](NodeId read) {
    if (question.scenario.source(read) == kNone) local.push_back(read);
  };
  if (known.core == std::vector<std::uint32_t>{kAllReads}) {
    for (const NodeId read : reads) look_at(read);
  } else {
    for (const std::uint32_t place : known.core) look_at(reads[place]);
  }
  return local;
}

ValueFeasibility::Alone& ValueFeasibility::alone(const Question& question, const Term& term) {
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
bool ValueFeasibility::impossible(const Question& question, const Condition& condition, std::vector<NodeId>& blame) {
  const Term& term = terms_.of(question.forest, condition.at, condition.path_constraint);
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

std::optional<std::vector<NodeId>> ValueFeasibility::one_by_one(const Question& question,
                                                                std::span<const Condition> wanted) {
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

std::optional<FeasibilityAnswer> ValueFeasibility::ask_some(const Question& question) {
  std::vector<const Term*> asked;
  expr::Values values = question.at_hand;
  for (;;) {
    bool more = false;
    for (const Condition& condition : conditions_) {
      if (evaluation_.holds(condition.path_constraint)) continue;
      const Term* term = &terms_.of(question.forest, condition.at, condition.path_constraint);
      if (std::find(asked.begin(), asked.end(), term) != asked.end()) continue;
      asked.push_back(term);
      more = true;
    }
    if (!more) return std::nullopt;
    const Known* known = ask_form(question, asked);
    if (known == nullptr || known->verdict == Verdict::unknown || known->verdict == Verdict::cyclic)
      return std::nullopt;
    if (known->verdict == Verdict::fails) {
      return FeasibilityAnswer{
          .verdict = Verdict::fails, .values = {}, .blame = local_of(question, *known, form_.reads)};
    }
    for (std::size_t place = 0; place < form_.inputs.size(); ++place) {
      const std::uint32_t variable = form_.inputs[place];
      if (variable >= values.size()) values.resize(variable + 1);
      values[variable] = known->values[place];
    }
    if (!evaluate(values)) return std::nullopt;
    if (all_hold()) return FeasibilityAnswer{.verdict = Verdict::holds, .values = std::move(values), .blame = {}};
  }
}

}  // namespace sleave::interference
