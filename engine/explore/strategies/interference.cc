#include "engine/explore/strategies/interference.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "abi/reads.h"

namespace sleave {
namespace {

constexpr std::size_t kMostInterferences = 16;  // unless a bound was asked for
constexpr std::size_t kMostEvents = 20'000;     // of a run that is learnt from

}  // namespace

Result<std::unique_ptr<InterferenceStrategy>> InterferenceStrategy::start(const StrategyOptions& options) {
  const bool bounded = options.bound.kind == graph::Bound::Kind::interferences;
  const std::size_t most = bounded ? options.bound.most : kMostInterferences;
  std::unique_ptr<InterferenceStrategy> made(new InterferenceStrategy(options.choices, most));
  Result<std::unique_ptr<solve::Solver>> solver =
      solve::make_solver(made->pool_, options.solving.solver, options.solving.query_log, options.solving.query_budget);
  if (!solver) return solver.error();
  made->solver_ = std::move(*solver);
  made->begin();
  made->threads_.load({{SLEAVE_NO_THREAD, 0}});
  return made;
}

void InterferenceStrategy::begin() {
  interference::SearchOptions options;
  options.most = most_;
  search_ = std::make_unique<interference::Search>(pool_, *solver_, options);
  begun_ = false;
  ++begin_number_;
  seconds_.clear();
}

void InterferenceStrategy::add_inputs(const expr::Values& values, Plan& plan) const {
  for (const expr::Variables::Input& input : variables_.inputs()) {
    if (input.text.empty()) continue;  // a read
    Plan::Input given{.name = input.name, .bytes = {}};
    for (const std::uint32_t number : input.numbers) {
      given.bytes.push_back(static_cast<std::byte>(number < values.size() ? values[number] : 0));
    }
    plan.inputs.push_back(std::move(given));
  }
  std::sort(plan.inputs.begin(), plan.inputs.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
}

// As for dpor: a switch wherever the thread changes; then the thread that is to show something goes on.
Plan InterferenceStrategy::plan_of(const interference::Task& task) const {
  Plan plan;
  plan.record = SLEAVE_RECORD_POINTS | SLEAVE_RECORD_OPERANDS | SLEAVE_RECORD_TRUTHS | SLEAVE_RECORD_READS;
  plan.flags = SLEAVE_PLAN_LATE_DEADLOCKS | SLEAVE_PLAN_SPLIT_WAITS | SLEAVE_PLAN_SCHEDULE_PLAIN | SLEAVE_PLAN_AWAITS;
  plan.tail_policy = SLEAVE_POLICY_stay;
  plan.tail_seed = begin_number_ << 32 | task.number;
  plan.objects = memory_.locations();
  plan.threads = threads_.threads();
  std::vector<std::uint64_t> executed(plan.threads.size());
  std::uint32_t current = 0;
  const auto go_on_with = [&](std::uint32_t thread) {
    if (thread == current) return;
    plan.decisions.push_back({.thread = current,
                              .kind = SLEAVE_CHOICE_switch_to,
                              .expect = SLEAVE_EV_COUNT,
                              .index = executed[current],
                              .value = thread});
    current = thread;
  };
  for (const interference::NodeId id : task.order) {
    const interference::Event& event = search_->forest()[id].event;
    if (!event.point) continue;
    go_on_with(event.thread);
    ++executed[current];
    ++plan.decided_events;
  }
  go_on_with(task.thread);
  add_inputs(task.values, plan);
  return plan;
}

std::optional<Plan> InterferenceStrategy::next() {
  if (!wrong_.empty()) return std::nullopt;
  interference::Task task;
  if (begun_) {
    if (under_way_ != 0 && search_->forest().size() == 0) return std::nullopt;  // nothing is known yet
    std::optional<interference::Task> found = search_->next();
    note_levels();
    if (!found) return std::nullopt;
    task = std::move(*found);
  }
  begun_ = true;
  ++under_way_;
  return plan_of(task);
}

void InterferenceStrategy::note_levels() {
  const std::chrono::duration<double> so_far = std::chrono::steady_clock::now() - start_;
  const int finished = search_->finished();
  while (static_cast<int>(seconds_.size()) <= finished) seconds_.push_back(so_far.count());
}

void InterferenceStrategy::done(const Plan& plan, const Trace& trace) {
  --under_way_;
  const std::vector<std::uint32_t> threads = threads_.learn(trace);
  const std::uint64_t task = plan.tail_seed & 0xffffffff;
  if (plan.tail_seed >> 32 != begin_number_) return;
  if (memory_.look_at(trace)) return begin();
  const bool too_many = std::find(threads.begin(), threads.end(), SLEAVE_NO_THREAD) != threads.end();
  if (too_many) gaps_.insert("the program has too many threads");
  if (trace.events.size() > kMostEvents) gaps_.insert(fmt::format("a run has more than {} events", kMostEvents));
  if (too_many || trace.events.size() > kMostEvents || trace.header.diverged != 0) {
    return search_->give_up(task);
  }
  InterferenceRun learnt = interference_run(trace, threads, choices_, pool_, variables_, memory_);
  gaps_.insert(learnt.gaps.begin(), learnt.gaps.end());
  if (!learnt.problem.empty()) {
    wrong_ = learnt.problem;
    return search_->give_up(task);
  }
  for (const interference::Run& run : learnt.runs) {
    if (&run != &learnt.runs.back()) search_->learn(run, 0);
  }
  search_->learn(learnt.runs.back(), task);
  note_places(trace);
}

void InterferenceStrategy::note_places(const Trace& trace) {
  for (const sleave_trace_truth& truth : trace.truths) {
    if (places_.contains(truth.site)) continue;
    const Stack frames = symbolizer_.frames(trace, truth.site);
    const Frame& frame = frames.front();
    places_[truth.site] =
        frame.file.empty() ? frame.function : fmt::format("{} ({}:{})", frame.function, frame.file, frame.line);
  }
}

std::set<std::string> InterferenceStrategy::gaps() const {
  std::set<std::string> gaps = gaps_;
  if (!wrong_.empty()) gaps.insert(wrong_);
  if (search_->unknown() != 0) gaps.insert("questions were too hard");
  if (search_->cut_short() != 0) gaps.insert("not every value of an address or a size was tried");
  if (search_->strayed() != 0)
    gaps.insert(fmt::format("{} runs did not show what they should have", search_->strayed()));
  return gaps;
}

std::optional<InterferenceReport> InterferenceStrategy::interference() const {
  InterferenceReport report;
  report.gaps = gaps();
  report.finished = under_way_ == 0 && begun_ ? search_->finished() : -1;
  for (const interference::Level& level : search_->levels()) {
    const std::size_t degree = report.levels.size();
    report.levels.push_back({.sides = level.sides,
                             .candidates = level.candidates,
                             .runs = level.realised,
                             .seconds = degree < seconds_.size() ? seconds_[degree] : 0});
  }
  while (report.levels.size() > 1 && report.levels.back().candidates == 0) report.levels.pop_back();
  const interference::Search::Sides& sides = search_->sides();
  for (const auto& [side, degree] : sides) {
    const bool other = sides.contains({side.first, !side.second});
    report.branches += side.second || !other ? 1 : 0;
    if (!other) report.missed.push_back({.where = places_.at(side.first), .holds = !side.second});
  }
  return report;
}

// The forest is not kept: a campaign that goes on begins anew, and is no worse for it than slower.
std::string InterferenceStrategy::save() const { return "{}"; }

Status InterferenceStrategy::load(const std::string& state) {
  if (nlohmann::json::parse(state, nullptr, false).is_object()) return ok();
  return Error{Tier::usage, "the saved state of strategy interference is damaged"};
}

}  // namespace sleave
