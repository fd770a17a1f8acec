#include "tests/farm/tree/tree_work.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "engine/strategy/class_sum.h"

namespace sleave::tree {
namespace {

// As a search does it (engine/strategy/dpor/shared_search.cc).
constexpr std::uint64_t kWantedSamples = 16;
constexpr std::size_t kMostSampled = 64;

std::uint64_t hash_of(const Shape& shape, const Node& node) {
  std::uint64_t hash = mix64(number_of_children(shape, node));
  for (const std::uint8_t byte : node.state) hash = mix64(hash ^ byte);
  return hash;
}

}  // namespace

std::size_t TreeWork::repeat_all() {
  for (const auto& [id, item] : repeats_) {
    const std::optional<Node> node = node_of(item);
    repeated_.push_back({id, node ? std::optional(hash_of(shape_, *node)) : std::nullopt});
  }
  return std::exchange(repeats_, {}).size();
}

void TreeWork::expand(const Frontier::Taken& taken) {
  const std::optional<Node> read = node_of(taken.bytes);
  if (!read) std::abort();  // the rows are ours
  const Node& node = *read;
  const std::uint32_t children = number_of_children(shape_, node);
  if (children == 0) {
    totals_.complete_runs += 1;
    totals_.weight += taken.weight;
    totals_.class_sum.add(hash_of(shape_, node), ClassSum::End::exit);
  } else {
    totals_.blocked_runs += 1;
  }
  for (std::uint32_t i = 0; i < children; ++i) frontier_.add(bytes_of(child(node, i)), taken.weight / children);
  if (sampled_.size() < kMostSampled && chance_.below(sample_one_in_) == 0)
    sampled_.push_back({bytes_of(node), hash_of(shape_, node)});
  frontier_.done(taken.ticket);
}

std::size_t TreeWork::work(std::size_t most) {
  const std::lock_guard lock(mutex_);
  std::size_t worked = repeat_all();
  while (worked < most) {
    const std::vector<Frontier::Taken> some = frontier_.take();
    if (some.empty()) break;
    for (const Frontier::Taken& taken : some) expand(taken);
    worked += some.size();
    expanded_ += some.size();
  }
  if (frontier_.size() == 0 && !idle_since_) {
    idle_since_ = Clock::now();
    cuts_before_ = cuts_;
  }
  return worked;
}

std::vector<TreeWork::Pause> TreeWork::pauses() const {
  const std::lock_guard lock(mutex_);
  std::vector<Pause> all = pauses_;
  if (idle_since_) all.push_back({*idle_since_, Clock::now(), cuts_ - cuts_before_});
  return all;
}

Status TreeWork::begin_epoch(const std::string& /*facts*/,
                             const std::vector<std::pair<std::uint32_t, std::uint32_t>>& /*threads*/) {
  const std::lock_guard lock(mutex_);
  frontier_.clear();
  totals_ = SearchTotals();
  cut_made_ = frontier_.made();
  cut_finished_ = frontier_.finished();
  sampled_.clear();
  repeated_.clear();
  repeats_.clear();
  return ok();
}

std::uint64_t TreeWork::add_piece(const std::vector<std::uint8_t>& bytes) {
  const std::lock_guard lock(mutex_);
  if (idle_since_) pauses_.push_back({*idle_since_, Clock::now(), cuts_ - cuts_before_});
  idle_since_.reset();
  return frontier_.add_bundle(bytes);
}

void TreeWork::repeat(std::uint64_t id, std::vector<std::uint8_t> item) {
  const std::lock_guard lock(mutex_);
  repeats_.emplace_back(id, std::move(item));
}

SearchCut TreeWork::cut(std::size_t give) {
  const std::lock_guard lock(mutex_);
  ++cuts_;
  SearchCut cut;
  cut.threads = {{static_cast<std::uint32_t>(-1), 0}};  // main
  cut.given = frontier_.give(give);
  WorkChanges changes = frontier_.changes();
  cut.kept = std::move(changes.kept);
  cut.removed = std::move(changes.removed);
  totals_.made = frontier_.made() - cut_made_;
  totals_.done = frontier_.finished() - cut_finished_;
  cut_made_ = frontier_.made();
  cut_finished_ = frontier_.finished();
  cut.totals = std::exchange(totals_, {});
  sample_one_in_ = std::max<std::uint64_t>(1, cut.totals.done / kWantedSamples);
  cut.sampled = std::exchange(sampled_, {});
  cut.repeated = std::exchange(repeated_, {});
  return cut;
}

std::size_t TreeWork::open_here() const {
  const std::lock_guard lock(mutex_);
  return frontier_.size();
}

std::vector<std::uint8_t> TreeWork::first_piece_of(const Shape& shape) {
  Frontier frontier;
  frontier.add(bytes_of(root(shape)), 1);
  return std::move(frontier.changes().kept.front().bytes);
}

}  // namespace sleave::tree
