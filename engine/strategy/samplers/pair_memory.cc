#include "engine/strategy/samplers/pair_memory.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace sleave {
namespace {

constexpr std::uint64_t kStream = 0x7061697273;  // tells this stream from others of the same seed
constexpr std::uint64_t kWithout = 8;            // one of so many plans has no relation
constexpr std::uint64_t kBuildsOn = 8;           // one of so many plans that steer
constexpr std::uint64_t kBetweenCounts = 64;     // runs; fewer at first
constexpr int kCandidates = 8;                   // of which the least familiar pair is tried

// The representative of a site, in a forest that makes paths shorter as it walks them.
sleave_site root(std::map<sleave_site, sleave_site>& parents, sleave_site site) {
  parents.emplace(site, site);
  while (parents[site] != site) site = parents[site] = parents[parents[site]];
  return site;
}

bool counts_now(std::uint64_t runs) { return (runs & (runs - 1)) == 0 || runs % kBetweenCounts == 0; }

}  // namespace

void PairMemory::find_kin() {
  std::map<sleave_site, sleave_site> parents;
  for (const auto& [pair, past] : pairs_) {
    if (!past.seen) continue;
    const sleave_site reader = root(parents, pair.second);
    if (pair.first != 0) parents[root(parents, pair.first)] = reader;
  }
  std::map<sleave_site, std::pair<std::set<sleave_site>, std::set<sleave_site>>> groups;  // readers, writers
  for (const auto& [pair, past] : pairs_) {
    if (!past.seen) continue;
    auto& [readers, writers] = groups[root(parents, pair.second)];
    readers.insert(pair.second);
    if (pair.first != 0) writers.insert(pair.first);
  }
  kin_.clear();
  kin_of_.clear();
  readers_.clear();
  for (const auto& [first, group] : groups) {
    for (const sleave_site reader : group.first) kin_of_[reader] = kin_.size();
    kin_.push_back({{group.first.begin(), group.first.end()}, {group.second.begin(), group.second.end()}});
    readers_.insert(readers_.end(), group.first.begin(), group.first.end());
  }
}

std::uint64_t PairMemory::familiarity(const Pair& pair) const {
  const auto known = pairs_.find(pair);
  return known == pairs_.end() ? 0 : known->second.met;
}

PairMemory::Pair PairMemory::draw_pair(Rng& random) const {
  Pair best;
  for (int i = 0; i < kCandidates; ++i) {
    const sleave_site reader = readers_[random.below(readers_.size())];
    const std::vector<sleave_site>& writers = kin_[kin_of_.at(reader)].writers;
    const std::uint64_t at = random.below(writers.size() + 1);
    const Pair drawn{at == writers.size() ? 0 : writers[at], reader};
    if (i == 0 || familiarity(drawn) < familiarity(best)) best = drawn;
  }
  return best;
}

// Whoever else writes what a wanted relation's reader is to find.
void PairMemory::add_rivals(Plan& plan) const {
  const std::size_t count = plan.relations.size();
  for (std::size_t i = 0; i < count; ++i) {
    const sleave_plan_relation wanted = plan.relations[i];
    const auto kin = kin_of_.find(wanted.reader);
    if (wanted.kind != SLEAVE_RELATION_WANTED || kin == kin_of_.end()) continue;
    for (const sleave_site writer : kin_[kin->second].writers) {
      if (writer == wanted.writer || writer == wanted.reader) continue;
      plan.relations.push_back({writer, i, SLEAVE_RELATION_RIVAL, 0});
    }
  }
}

void PairMemory::steer(Plan& plan) const {
  Rng random(derive_seed(plan.tail_seed, kStream));
  if (readers_.empty() || random.below(kWithout) == 0) return;
  const Pair pair = draw_pair(random);
  if (random.below(1 + familiarity(pair)) != 0) return;
  if (!kept_.empty() && random.below(kBuildsOn) == 0) plan.relations = kept_[random.below(kept_.size())];
  if (plan.relations.size() == kMostRelations) {
    plan.relations.erase(plan.relations.begin() + static_cast<std::ptrdiff_t>(random.below(kMostRelations)));
  }
  const std::uint32_t kind = random.below(4) == 0 ? SLEAVE_RELATION_UNWANTED : SLEAVE_RELATION_WANTED;
  plan.relations.push_back({pair.second, pair.first, kind, 0});
  add_rivals(plan);
}

// What was added last, before the rivals, is what the plan tried.
void PairMemory::note_tried(const Plan& plan) {
  const auto rival = [](const sleave_plan_relation& one) { return one.kind == SLEAVE_RELATION_RIVAL; };
  const auto last = std::find_if_not(plan.relations.rbegin(), plan.relations.rend(), rival);
  if (last == plan.relations.rend()) return;
  const Pair pair{last->writer, last->reader};
  if (pairs_.size() < kMostPairs || pairs_.contains(pair)) ++pairs_[pair].met_lately;
}

void PairMemory::count_lately() {
  for (auto& [pair, past] : pairs_) past.met += std::exchange(past.met_lately, 0);
}

void PairMemory::learn(const Plan& plan, const Trace& trace) {
  bool fresh = false;
  note_tried(plan);
  for (const sleave_trace_pair& pair : trace.pairs) {
    const Pair key{pair.writer, pair.reader};
    if (pairs_.size() == kMostPairs && !pairs_.contains(key)) continue;
    Past& past = pairs_[key];
    ++past.met_lately;
    fresh |= !std::exchange(past.seen, true);
  }
  if (counts_now(++runs_) || fresh) count_lately();
  if (!fresh) return;
  find_kin();
  Relations relations = plan.relations;
  std::erase_if(relations, [](const sleave_plan_relation& one) { return one.kind == SLEAVE_RELATION_RIVAL; });
  if (!relations.empty() && kept_.size() < kMostKept) kept_.push_back(std::move(relations));
}

nlohmann::json PairMemory::save() const {
  nlohmann::json pairs = nlohmann::json::array();
  for (const auto& [pair, past] : pairs_) {
    pairs.push_back({pair.first, pair.second, past.met, past.met_lately, past.seen});
  }
  nlohmann::json kept = nlohmann::json::array();
  for (const Relations& relations : kept_) {
    nlohmann::json list = nlohmann::json::array();
    for (const sleave_plan_relation& one : relations) list.push_back({one.reader, one.writer, one.kind});
    kept.push_back(list);
  }
  return {{"runs", runs_}, {"pairs", pairs}, {"kept", kept}};
}

void PairMemory::load(const nlohmann::json& saved) {
  runs_ = saved.at("runs");
  pairs_.clear();
  kept_.clear();
  for (const nlohmann::json& pair : saved.at("pairs")) {
    pairs_[{pair.at(0).get<sleave_site>(), pair.at(1).get<sleave_site>()}] = {pair.at(2), pair.at(3), pair.at(4)};
  }
  for (const nlohmann::json& list : saved.at("kept")) {
    Relations& relations = kept_.emplace_back();
    for (const nlohmann::json& one : list) relations.push_back({one.at(0), one.at(1), one.at(2), 0});
  }
  find_kin();
}

}  // namespace sleave
