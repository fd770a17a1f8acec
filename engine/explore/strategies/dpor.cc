#include "engine/explore/strategies/dpor.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/explore/graph/extension.h"
#include "engine/explore/graph/graph_json.h"
#include "engine/explore/strategies/dpor_plan.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

using graph::Event;
using graph::EventId;
using graph::Kind;
using graph::Step;

// As many runs are made in one go at most: what it costs to ask for them is then nothing beside them.
constexpr std::size_t kTogether = 64;

// Whether a step of the run is the event that stands there in the graph.
bool is_same(const graph::Graph& graph, const Event& event, const Step& step) {
  if (event.thread != step.thread) return false;
  const bool in_memory = event.reads() || event.writes();
  if (in_memory && graph.location(event.location).name != step.location) return false;
  switch (step.kind) {
    case Step::Kind::read:
      return event.kind == Kind::read;
    case Step::Kind::write:
      return event.kind == Kind::write && event.value == step.written;
    case Step::Kind::update:
      return event.kind == Kind::update && event.operation == step.operation && event.outcome == step.outcome;
    case Step::Kind::choice:
      return event.kind == Kind::choice && event.outcome == step.outcome;
    case Step::Kind::create:
      return event.kind == Kind::create && event.value == step.other;
    case Step::Kind::join:
    case Step::Kind::wake:
    case Step::Kind::leave:
      return event.kind == Kind::join;
    case Step::Kind::local:
      return event.kind == Kind::local;
  }
  return false;
}

// How many steps the graph makes in this order, if the run begins with them; none if it does otherwise.
std::optional<std::size_t> repeated(const graph::Graph& graph, const std::vector<EventId>& order,
                                    const std::vector<Step>& steps) {
  std::size_t at = 0;
  for (const EventId id : order) {
    const Event& event = graph.event(id);
    if (event.kind == Kind::update_write) continue;
    if (at == steps.size() || !is_same(graph, event, steps[at])) return std::nullopt;
    ++at;
  }
  return at;
}

bool can_nobody_go_on(const Trace& trace) {
  return std::none_of(trace.threads.begin(), trace.threads.end(),
                      [](const auto& thread) { return thread.state == SLEAVE_THREAD_ENABLED; });
}

}  // namespace

DporStrategy::DporStrategy(const ChoiceSet& choices) : choices_(choices) {
  threads_.load({{SLEAVE_NO_THREAD, 0}});
  open_.emplace_back();
}

Plan DporStrategy::plan_of(const graph::Graph& item) {
  Plan plan;
  plan.record = SLEAVE_RECORD_POINTS | SLEAVE_RECORD_OPERANDS;
  plan.flags = SLEAVE_PLAN_LATE_DEADLOCKS | SLEAVE_PLAN_SPLIT_WAITS;
  plan.tail_policy = SLEAVE_POLICY_stay;
  plan.tail_seed = given_out_++;
  plan.threads = threads_.threads();
  std::vector<EventId> order;
  model_.linearise(item, order);
  decide_order(item, order, plan);
  return plan;
}

// Half of what is open at most, so that there is something for others.
void DporStrategy::take_some() {
  for (std::size_t left = std::min(kTogether, (open_.size() + 1) / 2); left > 0; --left) {
    Plan plan = plan_of(open_.back());
    taken_.push_back({std::move(plan), std::move(open_.back())});
    open_.pop_back();
  }
}

std::optional<Plan> DporStrategy::next() {
  if (taken_.empty()) take_some();
  if (taken_.empty()) return std::nullopt;
  Item item = std::move(taken_.front());
  taken_.pop_front();
  under_way_.emplace(item.plan.tail_seed, std::move(item.graph));
  return std::move(item.plan);
}

std::vector<Plan> DporStrategy::expected(std::size_t most) const {
  std::vector<Plan> plans;
  for (const Item& item : taken_) {
    if (plans.size() == most) break;
    plans.push_back(item.plan);
  }
  return plans;
}

void DporStrategy::done(const Plan& plan, const Trace& trace) {
  const auto item = under_way_.find(plan.tail_seed);
  if (item == under_way_.end()) return;
  graph::Graph graph = std::move(item->second);
  under_way_.erase(item);
  if ((plan.flags & (SLEAVE_PLAN_DETECT_RACES | SLEAVE_PLAN_SCHEDULE_PLAIN)) == 0) gap("races are not looked for");
  absorb(std::move(graph), trace);
  count(trace);
}

void DporStrategy::absorb(graph::Graph item, const Trace& trace) {
  const std::vector<std::uint32_t> places = threads_.learn(trace);
  if (std::find(places.begin(), places.end(), SLEAVE_NO_THREAD) != places.end()) return gap("too many threads");
  if (trace.header.dropped != 0) return gap("a run had more events than a trace has room for");
  const RunSteps run = steps_of(trace, places, choices_);
  exhaustion_.gaps.insert(run.gaps.begin(), run.gaps.end());
  exhaustion_.assumptions.insert(run.assumptions.begin(), run.assumptions.end());
  std::vector<EventId> order;
  model_.linearise(item, order);
  const std::optional<std::size_t> begin = repeated(item, order, run.steps);
  if (!begin) {
    if (trace.outcome() != SLEAVE_OUTCOME_failed) gap("a thread did something else although it had read the same");
    return;
  }
  graph::Extension extension(std::move(item), model_, open_);
  for (std::size_t i = *begin; i < run.steps.size(); ++i) {
    if (!extension.add(run.steps[i])) return gap("an object was changed by something that is no event");
  }
  extension.end(run.blocked);
}

void DporStrategy::count(const Trace& trace) {
  switch (trace.outcome()) {
    case SLEAVE_OUTCOME_exited:
      ++exhaustion_.complete_runs;
      return;
    case SLEAVE_OUTCOME_failed:
      if (trace.finding() == SLEAVE_FIND_deadlock && can_nobody_go_on(trace)) {
        ++exhaustion_.deadlocked_classes;
      } else {
        gap("what the other threads of a failed run would have done is not known");
      }
      return;
    default:
      gap(std::string("a run ") + outcome_words(trace.outcome()));
  }
}

std::optional<Exhaustion> DporStrategy::exhaustion() const {
  Exhaustion now = exhaustion_;
  now.open = open_.size() + taken_.size() + under_way_.size();
  return now;
}

std::string DporStrategy::save() const {
  nlohmann::json open = nlohmann::json::array();
  for (const graph::Graph& item : open_) open.push_back(graph::to_json(item));
  for (const Item& item : taken_) open.push_back(graph::to_json(item.graph));
  for (const auto& [number, item] : under_way_) open.push_back(graph::to_json(item));
  return nlohmann::json{{"threads", threads_.save()},
                        {"open", open},
                        {"complete_runs", exhaustion_.complete_runs},
                        {"blocked_runs", exhaustion_.blocked_runs},
                        {"deadlocked_classes", exhaustion_.deadlocked_classes},
                        {"gaps", exhaustion_.gaps},
                        {"assumptions", exhaustion_.assumptions}}
      .dump();
}

Status DporStrategy::load(const std::string& state) {
  const Error damaged{Tier::usage, "the saved state of strategy dpor is damaged"};
  const nlohmann::json json = nlohmann::json::parse(state, nullptr, false);
  if (!json.is_object()) return damaged;
  try {
    if (!threads_.load(json.at("threads").get<ThreadTable::Saved>())) return damaged;
    open_.clear();
    for (const nlohmann::json& item : json.at("open")) {
      std::optional<graph::Graph> graph = graph::graph_from_json(item, threads_.threads().size());
      std::vector<EventId> order;
      if (!graph || !model_.linearise(*graph, order)) return damaged;
      open_.push_back(std::move(*graph));
    }
    exhaustion_.complete_runs = json.at("complete_runs");
    exhaustion_.blocked_runs = json.at("blocked_runs");
    exhaustion_.deadlocked_classes = json.at("deadlocked_classes");
    exhaustion_.gaps = json.at("gaps").get<std::set<std::string>>();
    exhaustion_.assumptions = json.at("assumptions").get<std::set<std::string>>();
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
  return ok();
}

}  // namespace sleave
