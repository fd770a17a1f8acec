#include "engine/strategy/dpor/audit.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "engine/base/number_map.h"
#include "engine/base/recycled.h"
#include "engine/base/rng.h"

namespace sleave {

namespace {

constexpr std::size_t kMostClasses = 10'000'000;
constexpr std::size_t kMostSteps = 200'000;  // beyond that the first new step of a run is not named
constexpr std::uint64_t kLeastRuns = 200;
constexpr std::uint64_t kShare = 20;
constexpr std::uint64_t kStream = 0x6175646974;  // of random numbers: "audit"

constexpr std::array kTails = {SLEAVE_POLICY_random, SLEAVE_POLICY_pos, SLEAVE_POLICY_random, SLEAVE_POLICY_pct};

// The choices that a search makes in all ways.
ChoiceSet searched(const ChoiceSet& choices) {
  ChoiceSet kept;
  for (const std::uint32_t kind : {SLEAVE_CHOICE_wake, SLEAVE_CHOICE_fail, SLEAVE_CHOICE_try_fail})
    kept.set(kind, choices.has(kind));
  kept.set(SLEAVE_CHOICE_client, true);
  return kept;
}

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) { return mix64(a ^ mix64(b)); }

bool finds(const graph::Step& step) {
  using Kind = graph::Step::Kind;
  return step.kind == Kind::read || step.kind == Kind::write || step.kind == Kind::update;
}

// One for each thread, as far as one was asked for.
template <typename T>
class OfThreads {
 public:
  T& operator[](std::uint32_t thread) {
    if (thread >= values_.size()) values_.resize(thread + 1);
    return values_[thread];
  }
  [[nodiscard]] T get(std::uint32_t thread) const { return thread < values_.size() ? values_[thread] : T(); }

 private:
  RecycledVector<T> values_;
};

constexpr std::uint32_t kAlone = 0;  // a thread of no group; the main thread is in none

// For each thread of a group, the first of the group and the thread whose part it has when the group is sorted
// (graph/symmetry.h).
struct Part {
  std::uint32_t first = kAlone;
  std::uint32_t sorted = 0;
};
using Parts = OfThreads<Part>;

// Of an event, what decides how it compares: a place in the modification order of its location, and its outcome.
using Key = RecycledVector<std::pair<std::uint64_t, std::int64_t>>;

constexpr std::size_t kFewSteps = 16;

OfThreads<Key> keys_of(const graph::Steps& steps, const Parts& parts) {
  OfThreads<Key> keys;
  NumberMap<std::uint64_t> writes_so_far;
  std::uint64_t none = 0;
  for (const graph::Step& step : steps) {
    const bool in_memory = finds(step);
    std::uint64_t& number = in_memory ? writes_so_far[step.location] : none;
    if (parts.get(step.thread).first != kAlone) {
      Key& key = keys[step.thread];
      if (key.empty()) key.reserve(kFewSteps);
      key.emplace_back(number, -static_cast<std::int64_t>(step.outcome));
    }
    if (in_memory && writes(step)) ++number;
  }
  return keys;
}

// A thread that has made fewer events comes after one that has made the same and more; of equal ones, the lower first.
bool comes_before(const Key& a, const Key& b, bool lower) {
  const auto [first, second] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (first != a.end() && second != b.end()) return *first < *second;
  return a.size() == b.size() ? lower : a.size() > b.size();
}

Parts sorted_threads(const graph::Steps& steps, const graph::Symmetry& symmetry) {
  Parts parts;
  if (symmetry.empty()) return parts;
  for (const graph::Symmetry::Group& group : symmetry.groups()) {
    for (const std::uint32_t thread : group) parts[thread].first = group.front();
  }
  OfThreads<Key> keys = keys_of(steps, parts);
  for (const graph::Symmetry::Group& group : symmetry.groups()) {
    for (const std::uint32_t thread : group) (void)keys[thread];  // no reference moves from here on
    graph::Symmetry::Group sorted = group;
    std::sort(sorted.begin(), sorted.end(),
              [&](std::uint32_t a, std::uint32_t b) { return comes_before(keys[a], keys[b], a < b); });
    for (std::size_t i = 0; i < group.size(); ++i) parts[sorted[i]].sorted = group[i];
  }
  return parts;
}

// Hashes of a run's steps. Alike threads begin in the same way, and nobody knows which of them is joined first.
class Classification {
 public:
  Classification(Parts parts, std::span<const std::uint32_t> names) : parts_(std::move(parts)), names_(names) {}

  DporAudit::Classified of(const graph::Steps& steps) {
    DporAudit::Classified run;
    run.steps.reserve(steps.size());
    for (const graph::Step& step : steps) {
      const std::uint64_t hash = hash_of(step);
      run.steps.push_back(hash);
      run.whole += hash;
    }
    return run;
  }

 private:
  using Step = graph::Step;

  [[nodiscard]] std::uint32_t part(std::uint32_t thread) const {
    const Part known = parts_.get(thread);
    return known.first == kAlone ? thread : known.sorted;
  }

  std::uint64_t hash_of(const Step& step) {
    const std::uint32_t thread = part(step.thread);
    const auto what =
        static_cast<std::uint64_t>(step.kind) << 48 | static_cast<std::uint64_t>(step.outcome) << 32 | names_[thread];
    std::uint64_t hash = mixed(threads_[thread], what);
    if (step.kind == Step::Kind::join && parts_.get(step.other).first == kAlone)
      hash = mixed(hash, threads_.get(step.other));
    if (step.kind == Step::Kind::branch) hash = mixed(hash, step.written);
    if (finds(step)) hash = with_memory(step, hash);
    if (step.kind == Step::Kind::create) begin(step.other, hash);
    threads_[thread] = hash;
    return hash;
  }

  std::uint64_t with_memory(const Step& step, std::uint64_t hash) {
    std::uint64_t& written = written_[step.location];
    hash = mixed(hash, written);
    if (writes(step)) written = hash;
    return hash;
  }

  void begin(std::uint32_t created, std::uint64_t hash) {
    const std::uint32_t group = parts_.get(created).first;
    if (group != kAlone) {
      std::optional<std::uint64_t>& begun = begun_[group];
      if (!begun) begun = hash;
      hash = *begun;
    }
    threads_[part(created)] = hash;
  }

  Parts parts_;
  std::span<const std::uint32_t> names_;
  OfThreads<std::optional<std::uint64_t>> begun_;  // of each group, how it began
  OfThreads<std::uint64_t> threads_;
  NumberMap<std::uint64_t> written_;
};

}  // namespace

DporAudit::DporAudit(const ChoiceSet& choices) : shares_(searched(choices)) {}

DporAudit::Classified DporAudit::classify(const graph::Steps& steps, const graph::Symmetry& symmetry,
                                          std::span<const std::uint32_t> names) {
  return Classification(sorted_threads(steps, symmetry), names).of(steps);
}

void DporAudit::add(const Classified& run) {
  if (classes_.size() >= kMostClasses) too_many_ = true;
  if (too_many_) return;
  classes_.insert(run.whole);
  if (steps_.size() >= kMostSteps) return;
  for (const std::uint64_t step : run.steps) steps_.insert(step);
}

void DporAudit::begin(std::uint64_t runs) { wanted_ = too_many_ ? 0 : std::max(kLeastRuns, runs / kShare); }

void DporAudit::learn(const Trace& trace) {
  shares_.learn(trace);
  inputs_.learn(trace);
}

void DporAudit::complete(Plan& plan, bool with_inputs) {
  plan.is_audit = true;
  plan.flags |= SLEAVE_PLAN_RESTART_ROUNDS;  // a run that waits is of no class
  plan.tail_threads = plan.tail_events = 0;  // the tails below hold nothing back
  plan.tail_seed = derive_seed(kStream, planned_);
  plan.tail_policy = kTails[planned_ % kTails.size()];
  plan.tail_depth = 3;
  plan.tail_length = 100;
  shares_.apply(planned_, plan);
  if (with_inputs && planned_ % 2 == 1) inputs_.draw(plan);
  ++planned_;
}

std::optional<std::size_t> DporAudit::first_unknown(const Classified& run) {
  if (classes_.contains(run.whole)) {
    ++agreed_;
    return std::nullopt;
  }
  if (steps_.size() >= kMostSteps) return run.steps.size();
  const auto unknown =
      std::find_if(run.steps.begin(), run.steps.end(), [this](std::uint64_t hash) { return !steps_.contains(hash); });
  return static_cast<std::size_t>(unknown - run.steps.begin());
}

void DporAudit::forget() {
  classes_.clear();
  steps_.clear();
  too_many_ = false;
  wanted_ = planned_ = agreed_ = passed_over_ = 0;
}

}  // namespace sleave
