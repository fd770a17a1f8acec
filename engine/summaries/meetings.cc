#include "engine/summaries/meetings.h"

#include <algorithm>

namespace sleave::summaries {
namespace {

using Place = std::pair<std::size_t, std::size_t>;

std::uint64_t key_of(std::size_t one, std::size_t two) { return static_cast<std::uint64_t>(one) << 32 | two; }

std::pair<sleave_site, sleave_site> sorted(sleave_site a, sleave_site b) { return {std::min(a, b), std::max(a, b)}; }

constexpr std::size_t kMostPathsForViolations = 48;

}  // namespace

Meetings::Meetings(const OperationSummaries& first, const OperationSummaries& second, Solving& solving,
                   const MeetingLimits& limits)
    : first_(first), second_(second), solving_(solving), limits_(limits), evaluation_(solving.pool()) {}

bool Meetings::is_over() const { return limits_.end && std::chrono::steady_clock::now() >= *limits_.end; }

Meetings::Operation Meetings::groups_of(const OperationSummaries& operation) {
  using Key = std::tuple<sleave_site, std::uint64_t, std::uint64_t, StepKind, bool, bool, std::vector<Lock>>;
  std::map<Key, Group> accesses;
  std::map<Key, Group> acquisitions;
  for (std::size_t path = 0; path < operation.paths.size(); ++path) {
    std::vector<Lock> held;
    const std::vector<Step>& steps = operation.paths[path].steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Step& step = steps[i];
      if (step.is_access() || step.kind == StepKind::acquire) {
        std::vector<Lock> sorted_held = held;
        std::sort(sorted_held.begin(), sorted_held.end());
        Group& group = (step.is_access() ? accesses : acquisitions)[Key{step.site, step.address, step.bytes, step.kind,
                                                                        step.atomic, step.shared, sorted_held}];
        group.step = step;
        group.held = std::move(sorted_held);
        if (group.places.empty() || group.places.back().first != path) group.places.emplace_back(path, i);
      }
      if (step.kind == StepKind::acquire) held.push_back({step.address, step.shared});
      if (step.kind != StepKind::release) continue;
      const auto last =
          std::find_if(held.rbegin(), held.rend(), [&](const Lock& lock) { return lock.address == step.address; });
      if (last != held.rend()) held.erase(std::next(last).base());
    }
  }
  Operation all;
  for (auto& [key, group] : accesses) all.accesses.push_back(std::move(group));
  for (auto& [key, group] : acquisitions) all.acquisitions.push_back(std::move(group));
  return all;
}

bool Meetings::protects(const std::vector<Lock>& a, const std::vector<Lock>& b) {
  return std::any_of(a.begin(), a.end(), [&](const Lock& one) {
    return std::any_of(b.begin(), b.end(), [&](const Lock& other) {
      return one.address == other.address && !(one.shared && other.shared);
    });
  });
}

std::vector<Meeting> Meetings::find() {
  const Operation first = groups_of(first_);
  const Operation second = groups_of(second_);
  find_races(first, second);
  find_deadlocks(first, second);
  find_violations();
  std::vector<Meeting> all;
  for (auto& [goal, meeting] : found_) all.push_back(std::move(meeting));
  found_.clear();
  return all;
}

void Meetings::find_races(const Operation& first, const Operation& second) {
  for (const Group& a : first.accesses) {
    for (const Group& b : second.accesses) {
      if (can_race(a.step, b.step) && !protects(a.held, b.held))
        try_to_meet({MeetingKind::race, sorted(a.step.site, b.step.site)}, a, b);
    }
  }
}

void Meetings::find_deadlocks(const Operation& first, const Operation& second) {
  const auto waits_for = [](const Group& waiter, const Group& holder) {
    return std::any_of(holder.held.begin(), holder.held.end(), [&](const Lock& lock) {
      return lock.address == waiter.step.address && !(lock.shared && waiter.step.shared);
    });
  };
  for (const Group& a : first.acquisitions) {
    for (const Group& b : second.acquisitions) {
      if (a.step.address == b.step.address || protects(a.held, b.held)) continue;
      if (waits_for(a, b) && waits_for(b, a))
        try_to_meet({MeetingKind::deadlock, sorted(a.step.site, b.step.site)}, a, b);
    }
  }
}

// First with inputs at hand, then with those of the solver.
void Meetings::try_to_meet(const Goal& goal, const Group& a, const Group& b) {
  if (precise_.contains(goal) || is_over()) return;
  if (effort_.try_emplace(goal).second) ++counts_.places;
  for (const bool may_ask : {false, true}) {
    for (const Place& one : a.places) {
      for (const Place& two : b.places) {
        if (try_paths(goal, one, two, may_ask)) return;
        const Effort& effort = effort_[goal];
        if (effort.tries < limits_.tries_of_place && effort.queries < limits_.queries_of_place &&
            effort.orders < limits_.orders_of_place && !is_over())
          continue;
        ++counts_.cut_short;
        return;
      }
    }
  }
}

bool Meetings::try_paths(const Goal& goal, Place a, Place b, bool may_ask) {
  Effort& effort = effort_[goal];
  ++effort.tries;
  const std::optional<expr::Values>* const input = input_for(a.first, b.first, may_ask, effort);
  if (input == nullptr || !*input) return false;
  const std::vector<Step>& one = first_.paths[a.first].steps;
  const std::vector<Step>& two = second_.paths[b.first].steps;
  const Sites points = points_for(a, b);
  ++effort.orders;
  std::optional<Order> order =
      order_to(one, unit_begin(one, a.second, points), two, unit_begin(two, b.second, points), points);
  if (!order) {
    ++counts_.blocked;
    return false;
  }
  const bool undisturbed = order->undisturbed;
  if (!undisturbed && found_.contains(goal)) return false;
  found_[goal] = {.kind = goal.kind,
                  .paths = {a.first, b.first},
                  .steps = {a.second, b.second},
                  .sites = {one[a.second].site, two[b.second].site},
                  .points = points,
                  .order = std::move(*order),
                  .values = **input};
  if (undisturbed) precise_.insert(goal);
  return undisturbed;
}

// The two steps, and whatever conflicts on the way: there the order matters.
Sites Meetings::points_for(Place a, Place b) const {
  const std::vector<Step>& one = first_.paths[a.first].steps;
  const std::vector<Step>& two = second_.paths[b.first].steps;
  Sites points;
  const auto make_point = [&](const Step& step) {
    if (step.plain) points.insert(step.site);
  };
  make_point(one[a.second]);
  make_point(two[b.second]);
  std::map<std::uint64_t, std::vector<const Step*>> by_granule;
  constexpr std::uint64_t kGranule = 64;
  const auto each_granule = [](const Step& step, const auto& use) {
    if (!step.is_access() || step.bytes == 0) return;
    const std::uint64_t last = (step.address + step.bytes - 1) / kGranule;
    for (std::uint64_t granule = step.address / kGranule; granule <= last; ++granule) use(granule);
  };
  for (std::size_t i = 0; i < b.second; ++i)
    each_granule(two[i], [&](std::uint64_t granule) { by_granule[granule].push_back(&two[i]); });
  for (std::size_t i = 0; i < a.second; ++i) {
    each_granule(one[i], [&](std::uint64_t granule) {
      const auto others = by_granule.find(granule);
      if (others == by_granule.end()) return;
      for (const Step* other : others->second) {
        if (!conflict(one[i], *other)) continue;
        make_point(one[i]);
        make_point(*other);
      }
    });
  }
  return points;
}

std::optional<expr::Values> Meetings::evaluated(std::size_t one, std::size_t two) {
  const Summary& a = first_.paths[one];
  const Summary& b = second_.paths[two];
  // What the structure is, as either run had it; what each thread was passed, as its own run had it.
  for (const bool structure_of_first : {true, false}) {
    expr::Values values = structure_of_first ? a.values : b.values;
    const Summary& other = structure_of_first ? b : a;
    values.resize(solving_.variables().size());
    for (const AskedInput& input : other.inputs) {
      if (!input.of_thread) continue;
      const expr::Variables::Input* const known = solving_.variables().find(input.name);
      if (known == nullptr) continue;
      for (const std::uint32_t number : known->numbers)
        values[number] = number < other.values.size() ? other.values[number] : 0;
    }
    evaluation_.set_input(values);
    const auto holds = [&](expr::Expr each) { return evaluation_.holds(each); };
    if (std::all_of(other.condition.begin(), other.condition.end(), holds) &&
        std::all_of((structure_of_first ? a : b).condition.begin(), (structure_of_first ? a : b).condition.end(),
                    holds))
      return values;
  }
  return std::nullopt;
}

const std::optional<expr::Values>* Meetings::input_for(std::size_t one, std::size_t two, bool may_ask, Effort& effort) {
  const std::uint64_t key = key_of(one, two);
  if (const auto known = inputs_.find(key); known != inputs_.end()) return &known->second;
  if (looked_.insert(key).second) {
    if (std::optional<expr::Values> values = evaluated(one, two)) {
      ++counts_.evaluated;
      return &(inputs_[key] = std::move(values));
    }
  }
  if (!may_ask) return nullptr;
  const Summary& a = first_.paths[one];
  const Summary& b = second_.paths[two];
  expr::Expr wanted = solving_.pool().path_constraint(true);
  for (const expr::Expr each : b.condition) wanted = solving_.pool().binary(expr::Op::bit_and, wanted, each);
  expr::Values values = a.values;
  values.resize(solving_.variables().size());
  ++counts_.queries;
  ++effort.queries;
  const solve::QueryAnswer answer = solving_.ask(a.condition, wanted, values);
  std::optional<expr::Values>& input = inputs_[key];
  if (answer.verdict == solve::Verdict::satisfiable) input = answer.input;
  if (answer.verdict == solve::Verdict::unsatisfiable) ++counts_.refuted;
  return &input;
}

void Meetings::find_violations() {
  const std::size_t most_first = std::min(first_.paths.size(), kMostPathsForViolations);
  const std::size_t most_second = std::min(second_.paths.size(), kMostPathsForViolations);
  std::size_t before = found_.size();
  for (std::size_t one = 0; one < most_first; ++one) {
    for (std::size_t two = 0; two < most_second; ++two) {
      if (found_.size() >= before + limits_.violations || is_over()) return;
      look_for_violation(true, one, two);
      look_for_violation(false, one, two);
    }
  }
}

void Meetings::look_for_violation(bool first_waits, std::size_t one, std::size_t two) {
  const std::vector<Step>& waits = first_waits ? first_.paths[one].steps : second_.paths[two].steps;
  const std::vector<Step>& runs = first_waits ? second_.paths[two].steps : first_.paths[one].steps;
  std::vector<std::size_t> conflicts;  // places in `waits`
  std::set<std::uint64_t> locks;       // that the other one needs
  for (const Step& step : runs) {
    if (step.kind == StepKind::acquire) locks.insert(step.address);
  }
  for (std::size_t i = 0; i < waits.size(); ++i) {
    if (std::any_of(runs.begin(), runs.end(), [&](const Step& step) { return conflict(waits[i], step); }))
      conflicts.push_back(i);
  }
  for (std::size_t n = 1; n < conflicts.size(); ++n) {
    const Step& before = waits[conflicts[n - 1]];
    const Step& after = waits[conflicts[n]];
    const Goal goal{MeetingKind::violation, {before.site, after.site}};
    if (found_.contains(goal)) continue;
    // The first place after `before` at which it holds nothing that the other one needs.
    std::multiset<std::uint64_t> held;
    std::optional<std::size_t> stop;
    for (std::size_t i = 0; i <= conflicts[n]; ++i) {
      const bool is_free =
          std::none_of(held.begin(), held.end(), [&](std::uint64_t lock) { return locks.contains(lock); });
      if (i > conflicts[n - 1] && is_free && !stop && (waits[i].point || waits[i].plain)) stop = i;
      if (waits[i].kind == StepKind::acquire) held.insert(waits[i].address);
      if (waits[i].kind == StepKind::release && held.contains(waits[i].address))
        held.erase(held.find(waits[i].address));
    }
    if (!stop) continue;
    const std::optional<expr::Values>* const input = input_for(one, two, true, effort_[goal]);
    if (input == nullptr || !*input) return;
    Sites points;
    if (waits[*stop].plain) points.insert(waits[*stop].site);
    const std::size_t units = units_of(std::span(waits).first(*stop), points).size();
    Meeting meeting{.kind = MeetingKind::violation,
                    .first_waits = first_waits,
                    .paths = {one, two},
                    .steps = {first_waits ? *stop : 0, first_waits ? 0 : *stop},
                    .sites = {before.site, after.site},
                    .points = points,
                    .order = {},
                    .values = **input};
    meeting.order.threads.assign(units, first_waits ? 0 : 1);
    meeting.order.undisturbed = false;
    found_[goal] = std::move(meeting);
  }
}

bool Meetings::apart() {
  // The first step is the one that lets the operation begin.
  const auto uses_other_objects = [](const Summary& path) {
    return std::any_of(path.steps.begin() + 1, path.steps.end(),
                       [](const Step& step) { return step.kind == StepKind::other && step.point; });
  };
  for (const OperationSummaries* each : {&first_, &second_}) {
    if (std::any_of(each->paths.begin(), each->paths.end(), uses_other_objects)) return false;
  }
  const auto touches = [](const Step& a, const Step& b) {
    const auto uses_lock = [](const Step& step) {
      return step.kind == StepKind::acquire || step.kind == StepKind::release;
    };
    return conflict(a, b) || (uses_lock(a) && uses_lock(b) && a.address == b.address);
  };
  for (const Summary& one : first_.paths) {
    for (const Summary& two : second_.paths) {
      for (const Step& a : one.steps) {
        if (std::any_of(two.steps.begin(), two.steps.end(), [&](const Step& b) { return touches(a, b); })) return false;
      }
    }
  }
  return true;
}

}  // namespace sleave::summaries
