#include "engine/strategy/flip/flip.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "engine/inputs/other_values.h"
#include "engine/inputs/saved_inputs.h"
#include "engine/strategy/factories.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

// Of a word that the program used as it was.
constexpr std::size_t kMostValues = 256;

bool only_reads(std::uint32_t kind) { return kind == SLEAVE_EV_atomic_load || kind == SLEAVE_EV_visible_read; }

// As runtime/sched/policy_postpone.cc has it.
bool frees_all(std::uint32_t kind) {
  return kind == SLEAVE_EV_cond_wait || kind == SLEAVE_EV_cond_wake || kind == SLEAVE_EV_cond_signal ||
         kind == SLEAVE_EV_cond_broadcast;
}

bool waits(std::uint32_t kind) {
  switch (kind) {
    case SLEAVE_EV_mutex_lock:
    case SLEAVE_EV_mutex_timedlock:
    case SLEAVE_EV_spin_lock:
    case SLEAVE_EV_rwlock_rdlock:
    case SLEAVE_EV_rwlock_wrlock:
    case SLEAVE_EV_rwlock_timedrdlock:
    case SLEAVE_EV_rwlock_timedwrlock:
    case SLEAVE_EV_semaphore_wait:
    case SLEAVE_EV_semaphore_timedwait:
      return true;
    default:
      return false;
  }
}

bool tries(std::uint32_t kind) {
  return kind == SLEAVE_EV_mutex_trylock || kind == SLEAVE_EV_spin_trylock || kind == SLEAVE_EV_rwlock_tryrdlock ||
         kind == SLEAVE_EV_rwlock_trywrlock || kind == SLEAVE_EV_semaphore_trywait;
}

bool releases(std::uint32_t kind) {
  return kind == SLEAVE_EV_mutex_unlock || kind == SLEAVE_EV_spin_unlock || kind == SLEAVE_EV_rwlock_unlock ||
         kind == SLEAVE_EV_semaphore_post;
}

FlipEvent flip_event(std::uint32_t kind, std::uint32_t thread, std::uint64_t location, bool failed) {
  FlipEvent event;
  event.thread = thread;
  event.location = location;
  event.only_reads = only_reads(kind);
  event.waits = waits(kind);
  event.acquires = !failed && (waits(kind) || tries(kind));
  event.releases = releases(kind);
  event.frees_all = frees_all(kind);
  return event;
}

// The points of a run, in the thread table's names.
std::vector<FlipEvent> events_of(const Trace& trace, const std::vector<std::uint32_t>& places) {
  std::vector<FlipEvent> events;
  events.reserve(trace.events.size());
  for (const sleave_event& recorded : trace.events) {
    if (!is_point(recorded.kind)) continue;
    const bool failed = (recorded.flags & SLEAVE_EVENT_FAILED) != 0;
    FlipEvent event = flip_event(recorded.kind, places[recorded.thread], recorded.location, failed);
    const bool creates = recorded.kind == SLEAVE_EV_thread_create;
    if ((creates || recorded.kind == SLEAVE_EV_thread_join) && !failed && recorded.value < places.size()) {
      event.kind = creates ? FlipEvent::Kind::create : FlipEvent::Kind::join;
      event.partner = places[recorded.value];
      event.location = 0;
    }
    if (recorded.kind == SLEAVE_EV_cond_wait) event.second = recorded.extra;
    events.push_back(event);
  }
  return events;
}

std::vector<FlipEvent> waits_of(const Trace& trace, const std::vector<std::uint32_t>& places) {
  std::vector<FlipEvent> waiting;
  for (std::size_t i = 0; i < trace.threads.size(); ++i) {
    const sleave_trace_thread& thread = trace.threads[i];
    if (thread.state != SLEAVE_THREAD_BLOCKED || thread.pending_kind == SLEAVE_EV_thread_join) continue;
    waiting.push_back(flip_event(thread.pending_kind, places[i], thread.pending_location, true));
  }
  return waiting;
}

// One decision for each change of thread.
void decide(const std::vector<std::uint32_t>& prefix, Plan& plan) {
  std::vector<std::uint64_t> executed(plan.threads.size());
  std::uint32_t current = 0;
  for (const std::uint32_t thread : prefix) {
    if (thread != current) {
      plan.decisions.push_back({.thread = current,
                                .kind = SLEAVE_CHOICE_switch_to,
                                .expect = SLEAVE_EV_COUNT,
                                .index = executed[current],
                                .value = thread});
      current = thread;
    }
    ++executed[current];
  }
  plan.decided_events = static_cast<std::uint32_t>(prefix.size());
}

}  // namespace

FlipStrategy::FlipStrategy(std::unique_ptr<Solving> solving) : solving_(std::move(solving)) {
  threads_.load({{SLEAVE_NO_THREAD, 0}});
}

std::optional<Plan> FlipStrategy::next() {
  if (over_ || under_way_) return std::nullopt;
  under_way_ = true;
  Plan plan;
  plan.record = SLEAVE_RECORD_POINTS;
  if (solving_ != nullptr) plan.record |= SLEAVE_RECORD_PATH_CONSTRAINTS;
  plan.flags = SLEAVE_PLAN_LATE_DEADLOCKS;
  plan.tail_policy = SLEAVE_POLICY_postpone;
  plan.tail_threads = path_.postponed();
  plan.threads = threads_.threads();
  plan.inputs = inputs_;
  decide(path_.prefix(), plan);
  return plan;
}

// Everything outlives the function.
FlipPath::Turn FlipStrategy::turning(const Plan& plan, const Trace& trace, const expr::Path& path) {
  return [this, &plan, &trace, &path](std::size_t number, FlipBranch& branch) {
    const expr::PathConstraint& path_constraint = path.path_constraints[number];
    branch.closed = path_constraint.turn() != expr::Turn::OTHER;
    if (path_constraint.turn() == expr::Turn::KEEP) return false;
    std::vector<expr::Expr> holding;
    for (std::size_t i = 0; i < number; ++i) holding.push_back(path.path_constraints[i].held);
    branch.tried.push_back(path_constraint.value);
    const OtherValues others =
        other_values(*solving_, std::move(holding), path_constraint, path.values, branch.tried, 1);
    if (others.found.empty() || !others.found.front().proved) {
      branch.closed = true;
      return false;
    }
    inputs_ = solving_->variables().inputs_with(plan.inputs, trace, others.found.front().values);
    if (branch.tried.size() >= kMostValues && others.more) {
      branch.closed = true;
      solving_->count_cut_short();
    }
    return true;
  };
}

void FlipStrategy::done(const Plan& plan, const Trace& trace) {
  under_way_ = false;
  const std::vector<std::uint32_t> places = threads_.learn(trace);
  for (const std::uint32_t place : places) over_ = over_ || place == SLEAVE_NO_THREAD;
  if (over_) return;
  const std::vector<FlipEvent> events = events_of(trace, places);
  // A run that did not even repeat the prefix ended in it, or was cut off.
  if (events.size() < path_.steps().size()) {
    over_ = true;
    return;
  }
  const std::vector<FlipEvent> waiting = waits_of(trace, places);
  std::optional<expr::Path> path;
  if (solving_ != nullptr && !trace.inputs.empty()) path = solving_->path_of(trace);
  std::vector<std::uint64_t> branches;
  if (path)
    std::ranges::transform(path->path_constraints, std::back_inserter(branches), &expr::PathConstraint::position);
  over_ = !path_.absorb({events, waiting, branches}, path ? turning(plan, trace, *path) : nullptr);
}

StrategyReport FlipStrategy::report() const {
  if (solving_ == nullptr) return {};
  return {.inputs = solving_->report(), .sections = {}};
}

namespace {

nlohmann::json save_branch(const FlipBranch& branch) {
  nlohmann::json tried = nlohmann::json::array();
  for (const expr::Word word : branch.tried) {
    tried.push_back({static_cast<std::uint64_t>(word >> 64), static_cast<std::uint64_t>(word)});
  }
  return {branch.closed, tried};
}

FlipBranch load_branch(const nlohmann::json& saved) {
  FlipBranch branch{.closed = saved.at(0)};
  for (const nlohmann::json& halves : saved.at(1)) {
    branch.tried.push_back(expr::Word{halves.at(0).get<std::uint64_t>()} << 64 | halves.at(1).get<std::uint64_t>());
  }
  return branch;
}

nlohmann::json save_gap(const FlipPath::Gap& gap) {
  nlohmann::json branches = nlohmann::json::array();
  for (const FlipBranch& branch : gap.branches) branches.push_back(save_branch(branch));
  return {gap.postponed, branches};
}

FlipPath::Gap load_gap(const nlohmann::json& saved) {
  FlipPath::Gap gap{.postponed = saved.at(0)};
  for (const nlohmann::json& branch : saved.at(1)) gap.branches.push_back(load_branch(branch));
  return gap;
}

}  // namespace

std::string FlipStrategy::save() const {
  nlohmann::json steps = nlohmann::json::array();
  for (const FlipPath::Step& step : path_.steps()) steps.push_back({step.thread, step.races, step.postponed});
  nlohmann::json gaps = nlohmann::json::array();
  for (const FlipPath::Gap& gap : path_.gaps()) gaps.push_back(save_gap(gap));
  return nlohmann::json{
      {"threads", threads_.save()},     {"steps", steps}, {"gaps", gaps}, {"postponed", path_.postponed()},
      {"inputs", save_inputs(inputs_)}, {"over", over_}}
      .dump();
}

Status FlipStrategy::load(const std::string& state) {
  const Error damaged{Tier::usage, "the saved state of strategy flip is damaged"};
  const nlohmann::json json = nlohmann::json::parse(state, nullptr, false);
  if (!json.is_object()) return damaged;
  try {
    if (!threads_.load(json.at("threads").get<ThreadTable::Saved>())) return damaged;
    std::vector<FlipPath::Step> steps;
    for (const nlohmann::json& step : json.at("steps")) {
      steps.push_back({.thread = step.at(0), .races = step.at(1), .postponed = step.at(2)});
      if (steps.back().thread >= threads_.threads().size()) return damaged;
    }
    std::vector<FlipPath::Gap> gaps;
    for (const nlohmann::json& gap : json.at("gaps")) gaps.push_back(load_gap(gap));
    if (gaps.size() != steps.size() + 1) return damaged;
    path_.restore(std::move(steps), std::move(gaps), json.at("postponed"));
    const std::optional<std::vector<Plan::Input>> inputs = load_inputs(json.at("inputs"));
    if (!inputs) return damaged;
    inputs_ = *inputs;
    over_ = json.at("over");
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
  return ok();
}

Result<std::unique_ptr<Strategy>> make_flip(const StrategyOptions& options) {
  Result<std::unique_ptr<Solving>> solving = Solving::start_if(options.inputs == "solve", options.solving);
  if (!solving) return solving.error();
  return std::unique_ptr<Strategy>(std::make_unique<FlipStrategy>(std::move(*solving)));
}

}  // namespace sleave
