#include "engine/strategy/affect/affect.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/strategy/factories.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

using affect::Goal;
using affect::NodeId;

constexpr std::uint64_t kMostStates = 2'000'000;  // of one walk

// The power of ten of the number of orders in which sequences of these lengths can be merged.
double merged_orders(const std::vector<double>& lengths) {
  double all = 0;
  double orders = 0;
  for (const double length : lengths) {
    all += length;
    orders -= std::lgamma(length + 1);
  }
  return (orders + std::lgamma(all + 1)) / std::log(10);
}

// By what it read and decided, whatever others do: not so a use of memory that another thread may have freed.
bool fails_by_itself(const Trace& trace) {
  return trace.finding() == SLEAVE_FIND_assertion || trace.finding() == SLEAVE_FIND_abort ||
         trace.finding() == SLEAVE_FIND_terminate;
}

bool shows(const Trace& trace, const Goal& goal) {
  return std::any_of(trace.races.begin(), trace.races.end(), [&](const sleave_trace_race& race) {
    return std::minmax<std::uint64_t>(race.earlier.site, race.later.site) ==
           std::pair<const std::uint64_t&, const std::uint64_t&>(goal.sites[0], goal.sites[1]);
  });
}

}  // namespace

void AffectStrategy::begin() {
  known_ = std::make_unique<affect::Known>(runs_.pool());
  goals_.clear();
  under_way_.clear();
  settled_.clear();
  strayed_ = 0;
  report_.races = report_.confirmed = 0;
  begun_ = false;
}

// What was asked for when a run was planned may have been shown by another since.
bool AffectStrategy::is_answered(const Goal& goal) const {
  if (goal.kind != Goal::Kind::unknown) return false;
  return goal.starts ? known_->forest().started_by(goal.at) != affect::kNone
                     : known_->forest()[goal.at].children.size() != goal.known;
}

void AffectStrategy::look_around() {
  affect::Walked walked = affect::walk(*known_, settled_, kMostStates);
  ++report_.walks;
  report_.states = walked.states;
  cut_short_ = walked.cut_short;
  contradicts_ = walked.contradicts;
  goals_.assign(std::make_move_iterator(walked.goals.begin()), std::make_move_iterator(walked.goals.end()));
}

std::optional<Plan> AffectStrategy::next() {
  if (!runs_.wrong().empty()) return std::nullopt;
  Goal goal;
  if (begun_) {
    std::erase_if(goals_, [&](const Goal& open) { return is_answered(open); });
    if (goals_.empty() && under_way_.empty()) look_around();
    report_.finished = goals_.empty() && under_way_.empty();
    if (goals_.empty()) return std::nullopt;
    goal = std::move(goals_.front());
    goals_.pop_front();
  }
  begun_ = true;
  const std::uint64_t number = ++given_out_;
  Plan plan = runs_.plan(known_->forest(),
                         {.events = goal.order, .thread = goal.thread, .values = known_->values(), .number = number});
  if (goal.kind != Goal::Kind::unknown) settled_.insert(goal.key);
  if (goal.kind == Goal::Kind::race) ++report_.races;
  under_way_.emplace(number, std::move(goal));
  return plan;
}

void AffectStrategy::done(const Plan& plan, const Trace& trace) {
  FollowedRuns::Shown shown = runs_.learn(plan, trace);
  if (report_.orders == 0) count_orders(trace);
  if (shown.kind == FollowedRuns::Shown::Kind::late) return;
  if (shown.kind == FollowedRuns::Shown::Kind::more_memory) return begin();
  const auto entry = under_way_.find(shown.number);
  if (entry == under_way_.end()) return;
  const Goal goal = std::move(entry->second);
  under_way_.erase(entry);
  std::vector<NodeId> nodes;
  for (const interference::Run& run : shown.runs) nodes = known_->learn(run);
  const bool new_failure = note_failure(shown, nodes, trace);
  if (!goal.order.empty()) settle(goal, nodes, trace, new_failure);
}

// True: a thread was seen to end the program where nobody knew that it does.
bool AffectStrategy::note_failure(const FollowedRuns::Shown& shown, const std::vector<NodeId>& nodes,
                                  const Trace& trace) {
  if (!shown.failed || !fails_by_itself(trace)) return false;
  const auto last = std::find_if(nodes.rbegin(), nodes.rend(),
                                 [&](NodeId id) { return known_->forest()[id].event.thread == shown.failed_in; });
  return last != nodes.rend() && known_->fail_at(*last);
}

void AffectStrategy::settle(const Goal& goal, const std::vector<NodeId>& shown, const Trace& trace, bool new_failure) {
  if (goal.kind == Goal::Kind::race && shows(trace, goal)) {
    ++report_.confirmed;
  } else if (goal.kind == Goal::Kind::race && new_failure) {  // before it came so far: perhaps there is another way
    settled_.erase(goal.key);
    --report_.races;
  }
  if (goal.kind != Goal::Kind::unknown || is_answered(goal) || new_failure) return;
  // Nothing comes after it, as far as this run shows: a loop that looks in vain, or a run that was over.
  if (std::find(shown.begin(), shown.end(), goal.at) == shown.end()) ++strayed_;
  known_->stop_at(goal.at);
}

void AffectStrategy::count_orders(const Trace& trace) {
  std::vector<double> points(trace.threads.size());
  for (const sleave_event& event : trace.events) {
    if (is_point(event.kind)) ++points[event.thread];
  }
  report_.orders = merged_orders(points);
  double pairs = 0;
  for (std::size_t a = 0; a < points.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) pairs += std::pow(10, merged_orders({points[a], points[b]}));
  }
  report_.pairwise_orders = pairs > 0 ? std::log10(pairs) : 0;
}

StrategyReport AffectStrategy::report() const {
  AffectReport report = report_;
  report.gaps = runs_.gaps();
  report.gaps.erase(GapKind::lock_attempts);  // the walk asks for them
  if (!runs_.wrong().empty()) report.gaps.insert(wrong_trace(runs_.wrong()));
  if (cut_short_) report.gaps.insert({GapKind::large_model, kMostStates});
  if (contradicts_) report.gaps.insert(GapKind::thread_differs);
  if (strayed_ != 0) report.gaps.insert({GapKind::strayed_runs, strayed_});
  return {.inputs = {}, .sections = {section_of(report)}};
}

// The model is not kept: a campaign that goes on begins anew, and is no worse for it than slower.
std::string AffectStrategy::save() const { return "{}"; }

Status AffectStrategy::load(const std::string& state) {
  if (nlohmann::json::parse(state, nullptr, false).is_object()) return ok();
  return Error{Tier::usage, "the saved state of strategy affect is damaged"};
}

Result<std::unique_ptr<Strategy>> make_affect(const StrategyOptions& options) {
  return std::unique_ptr<Strategy>(std::make_unique<AffectStrategy>(options.choices));
}

}  // namespace sleave
