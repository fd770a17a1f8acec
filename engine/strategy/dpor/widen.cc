// Beyond sequential consistency: whether C++20 allows more than what was searched, and what may be claimed then.
#include "engine/strategy/dpor/dpor.h"
#include "engine/strategy/dpor/graph/weak/departures.h"

namespace sleave {
namespace {

// Exact checks of departures in a search. More would cost too much of the time: each is that of a run.
constexpr std::uint64_t kMostDepartureChecks = 100'000;

}  // namespace

// Where the run is no class by itself, or has more than its graph shows, nothing is known. A redundant run is an
// execution, too: what it does in a round of a loop that finds nothing no other run may do.
void DporStrategy::look_for_departure(Item& item, const Trace& trace, const RunSteps& run, const graph::Graph& graph,
                                      bool has_branches) const {
  const bool is_whole = trace.outcome() == SLEAVE_OUTCOME_overtaken ||
                        (trace.outcome() == SLEAVE_OUTCOME_exited && !item.stops && run.blocked.empty() &&
                         run.ready.empty() && !run.end_with_threads && !run.left_running);
  const bool is_plain = !has_branches && trace.inputs.empty() && run.calls.calls.empty();
  if (!is_whole || !is_plain) {
    item.is_unwatched = true;
    return;
  }
  graph::EventIds order = item.order;
  for (auto id = static_cast<graph::EventId>(order.size()); id < graph.size(); ++id) order.push_back(id);
  item.departs = graph::has_departure(graph, order, graph::WeakModel::cpp20, item.departure_checks);
}

void DporStrategy::count_departures(const Item& item) {
  weak_assumptions_.insert(item.weak_assumptions.begin(), item.weak_assumptions.end());
  departs_ = departs_ || item.departs;
  departure_checks_ += item.departure_checks;
  const LearnedFacts& facts = knowledge_->facts;
  const bool is_other = item.is_unwatched || !facts.signals.empty() || !facts.canceled.empty();
  if (item.departs || is_other || departure_checks_ > kMostDepartureChecks) watching_ = false;
}

Beyond DporStrategy::beyond() const {
  if (departs_) return Beyond::something;
  const bool is_bounded = !exhaustion_.bound.empty() || bound_.kind != graph::Bound::Kind::none;
  return watching_ && !loaded_ && !shared_ && !is_bounded ? Beyond::nothing : Beyond::unknown;
}

// What sequential consistency allows has been run without a failure, and C++20 allows more.
bool DporStrategy::can_widen() const {
  return widens_ && !weak_ && departs_ && frontier_.size() == 0 && under_way_.empty() && taken_.empty() &&
         exhaustion_here().complete() && exhaustion_.failed_runs + exhaustion_.deadlocked_classes == 0 &&
         exhaustion_.bound.empty();
}

bool DporStrategy::widen() {
  const std::lock_guard lock(mutex_);
  if (!can_widen()) return false;
  sequential_ = exhaustion_here();
  set_model("c++20");
  drop_work();
  begin();
  return true;
}

// A search that was widened and has found nothing yet leaves what was claimed as it is.
std::optional<Exhaustion> DporStrategy::exhaustion() const {
  const std::lock_guard lock(mutex_);
  Exhaustion now = exhaustion_here();
  if (sequential_ && !now.complete() && now.failed_runs + now.deadlocked_classes == 0) {
    Exhaustion before = *sequential_;
    before.beyond_runs = now.complete_runs;
    before.goes_beyond = now.gaps.empty();
    return before;
  }
  now.goes_beyond = can_widen();
  return now;
}

Exhaustion DporStrategy::exhaustion_here() const {
  Exhaustion now = exhaustion_;
  now.open = frontier_.size() + (shared_ ? 1 : 0);  // others have more
  now.most_open = frontier_.most();
  now.estimate = estimate_.range();
  now.audit_runs = audit_.agreed();
  now.model = model_name_;
  const bool owes = now.open == 0 && can_be_audited();
  now.audit_left = !owes ? 0 : audit_.begun() ? audit_.left() + taken_.size() + under_way_.size() : 1;
  now.beyond = weak_ ? Beyond::unknown : beyond();
  if (!now.holds_beyond() || !now.has_weaker_orders || !now.searched_all()) return now;
  now.model = "c++20";
  now.assumptions.insert(weak_assumptions_.begin(), weak_assumptions_.end());
  now.assumptions.insert(Assumption::no_load_buffering);
  return now;
}

}  // namespace sleave
