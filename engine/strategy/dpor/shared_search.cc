// dpor as a part of a search that other processes share (engine/strategy/shared_work.h).
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/strategy/dpor/dpor.h"
#include "engine/strategy/dpor/facts_json.h"

namespace sleave {
namespace {

constexpr std::uint64_t kWantedSamples = 16;  // of a cut
constexpr std::size_t kMostSampled = 64;

}  // namespace

Status DporStrategy::begin_epoch(const std::string& facts, const ThreadTable::Saved& threads) {
  const Error damaged{Tier::environment, "the facts of the shared search are damaged"};
  const nlohmann::json json = nlohmann::json::parse(facts, nullptr, false);
  if (!json.is_object()) return damaged;
  LearnedFacts learned;
  try {
    if (!json.empty()) learned = facts_from_json(json);
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
  const std::lock_guard lock(mutex_);
  ThreadTable table;
  if (!table.load(threads)) return damaged;
  threads_ = std::move(table);
  know(std::move(learned));
  drop_work();
  shared_ = true;
  has_news_ = false;
  (void)frontier_.changes();
  (void)totals_since_cut();
  return ok();
}

bool DporStrategy::learn_threads(const ThreadTable::Saved& threads) {
  const std::lock_guard lock(mutex_);
  const ThreadTable::Saved own = threads_.save();
  const std::size_t both = std::min(own.size(), threads.size());
  const auto end = static_cast<std::ptrdiff_t>(both);
  if (!std::equal(own.begin(), own.begin() + end, threads.begin())) return false;
  return own.size() >= threads.size() || threads_.load(threads);
}

std::uint64_t DporStrategy::add_piece(const std::vector<std::uint8_t>& bytes) {
  const std::lock_guard lock(mutex_);
  return frontier_.add_bundle(bytes);
}

void DporStrategy::report_edges() {
  const std::lock_guard lock(mutex_);
  reports_edges_ = true;
}

void DporStrategy::repeat(std::uint64_t id, std::vector<std::uint8_t> item) {
  const std::lock_guard lock(mutex_);
  repeats_.push_back({id, std::move(item)});
}

DporStrategy::Queue DporStrategy::take_repeats() {
  std::vector<Repeat> wanted;
  Known known;
  {
    const std::lock_guard lock(mutex_);
    if (repeats_.empty()) return {};
    std::swap(wanted, repeats_);
    known = this->known();
  }
  Queue planned;
  for (const Repeat& one : wanted) {
    std::unique_ptr<Item> item = item_from(one.item, known);
    if (item == nullptr) {
      const std::lock_guard lock(mutex_);
      if (known.epoch == epoch_) repeated_.push_back({one.id, std::nullopt});
      continue;
    }
    item->repeat_id = one.id;
    Plan plan = plan_of(*item, known);
    planned.push_back({std::move(plan), std::move(item)});
  }
  return planned;
}

bool DporStrategy::is_to_be_sampled() { return shared_ && chance_.below(sample_one_in_) == 0; }

// The items that follow from a run with inputs depend on what the solver was asked before.
std::uint64_t DporStrategy::hash_of(const Item& item, const Trace& trace) const {
  std::uint64_t hash = mix64(item.steps_hash ^ trace.header.outcome);
  const auto add = [&hash](std::uint64_t value) { hash = mix64(hash ^ mix64(value)); };
  add(trace.header.finding);
  add(item.class_hash);
  add(item.gaps.size());
  if (solving_ != nullptr) return hash;
  for (std::size_t i = 0; i < item.further.size(); ++i) {
    const std::span<const std::uint8_t> bytes = item.further[i];
    add(bytes.size());
    for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3ull;  // FNV-1a
  }
  return hash;
}

// A run that is made again in another order, and one with a gap of its own, are not compared.
void DporStrategy::keep_sample(const Item& item, const Trace& trace) {
  if (item.is_again || !item.gaps.empty() || sampled_.size() >= kMostSampled) return;
  sampled_.push_back({item.sampled, hash_of(item, trace)});
}

void DporStrategy::keep_repeated(const Item& item, const Trace& trace) {
  repeated_.push_back({*item.repeat_id, hash_of(item, trace)});
}

std::vector<std::uint8_t> DporStrategy::first_piece() const {
  graph::WorkItems first;
  first.add(graph::Graph());
  Frontier frontier;
  frontier.add(first[0], 1);
  return std::move(frontier.changes().kept.front().bytes);
}

std::size_t DporStrategy::open_here() const {
  const std::lock_guard lock(mutex_);
  return frontier_.size();
}

bool DporStrategy::has_news() const {
  const std::lock_guard lock(mutex_);
  return has_news_;
}

SearchTotals DporStrategy::totals_since_cut() {
  const Exhaustion& now = exhaustion_;
  SearchTotals totals;
  totals.complete_runs = now.complete_runs - cut_.complete_runs;
  totals.blocked_runs = now.blocked_runs - cut_.blocked_runs;
  totals.deadlocked_classes = now.deadlocked_classes - cut_.deadlocked_classes;
  totals.failed_runs = now.failed_runs - cut_.failed_runs;
  totals.beyond_bound = now.beyond_bound - cut_.beyond_bound;
  totals.class_sum = now.class_sum;
  totals.class_sum -= cut_.class_sum;
  totals.bound = now.bound;
  std::set_difference(now.gaps.begin(), now.gaps.end(), cut_.gaps.begin(), cut_.gaps.end(),
                      std::inserter(totals.gaps, totals.gaps.end()));
  std::set_difference(now.assumptions.begin(), now.assumptions.end(), cut_.assumptions.begin(), cut_.assumptions.end(),
                      std::inserter(totals.assumptions, totals.assumptions.end()));
  totals.made = frontier_.made() - cut_made_;
  totals.done = frontier_.finished() - cut_finished_;
  totals.weight = estimate_.save().done - cut_weight_;
  cut_ = now;
  cut_made_ = frontier_.made();
  cut_finished_ = frontier_.finished();
  cut_weight_ = estimate_.save().done;
  return totals;
}

SearchCut DporStrategy::cut(std::size_t give) {
  const std::lock_guard lock(mutex_);
  SearchCut cut;
  cut.threads = threads_.save();
  if (has_news_) {
    cut.facts = json_of(knowledge_->facts).dump();
    return cut;
  }
  cut.given = frontier_.give(give);
  WorkChanges changes = frontier_.changes();
  cut.kept = std::move(changes.kept);
  cut.removed = std::move(changes.removed);
  cut.totals = totals_since_cut();
  sample_one_in_ = std::max<std::uint64_t>(1, cut.totals.done / kWantedSamples);
  cut.sampled = std::exchange(sampled_, {});
  cut.repeated = std::exchange(repeated_, {});
  cut.edges = edges_.take();
  return cut;
}

}  // namespace sleave
