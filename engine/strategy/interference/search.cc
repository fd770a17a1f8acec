#include "engine/strategy/interference/search.h"

#include <algorithm>

#include "engine/base/rng.h"

namespace sleave::interference {

using expr::Expr;

namespace {

constexpr std::size_t kMostValues = 16;  // of a word that was used as it was

}  // namespace

Search::Search(expr::Pool& pool, solve::Solver& solver, const SearchOptions& options)
    : pool_(pool),
      options_(options),
      feasibility_(pool, solver),
      urgent_(options.most + 1),
      others_(options.most + 1),
      levels_(options.most + 1) {}

int Search::finished() const {
  for (std::size_t degree = 0; degree <= options_.most; ++degree) {
    if (!urgent_[degree].empty() || !others_[degree].empty()) return static_cast<int>(degree) - 1;
  }
  return static_cast<int>(options_.most);
}

std::uint64_t Search::open() const {
  std::uint64_t open = 0;
  for (const auto* queues : {&urgent_, &others_}) {
    for (const Queue& queue : *queues) open += queue.size();
  }
  return open;
}

std::uint32_t Search::sink_thread(const Candidate& candidate) const {
  const Event& event = forest_[candidate.sink].event;
  return candidate.kind == Candidate::Kind::start ? event.other : event.thread;
}

std::vector<NodeId> Search::known_ways(const Candidate& candidate) const {
  std::vector<NodeId> known;
  if (candidate.kind != Candidate::Kind::branch) return known;
  const Node& sink = forest_[candidate.sink];
  Scenario whole = candidate.scenario;
  for (const NodeId other : forest_[sink.parent].children) {
    const Node& node = forest_[other];
    if (node.event.kind != Kind::branch || node.event.word != sink.event.word || node.event.site != sink.event.site) {
      continue;
    }
    whole.set_leaf(node.event.thread, other);
    if (std::any_of(node.ways.begin(), node.ways.end(), [&](const auto& way) { return forest_.is_part(way, whole); })) {
      known.push_back(other);
    }
  }
  return known;
}

// Whether a run has shown it already with no more interferences than these.
bool Search::is_known(const Candidate& candidate, const std::vector<NodeId>& known_ways) const {
  if (candidate.kind == Candidate::Kind::branch) {
    return forest_[candidate.sink].event.two_ways && known_ways.size() > 1;
  }
  const bool starts = candidate.kind == Candidate::Kind::start;
  const NodeId node = starts ? forest_.started_by(candidate.sink) : candidate.sink;
  if (node == kNone) return false;
  Scenario whole = candidate.scenario;
  whole.set_leaf(forest_[node].event.thread, node);
  const std::vector<Scenario>& ways = forest_[node].ways;
  return std::any_of(ways.begin(), ways.end(), [&](const auto& way) { return forest_.is_part(way, whole); });
}

bool Search::is_urgent(const Candidate& candidate) const {
  if (!options_.priorities) return false;
  if (candidate.kind != Candidate::Kind::branch) return false;
  const Event& event = forest_[candidate.sink].event;
  return event.counts && !sides_.contains({event.site, !event.side});
}

std::uint64_t Search::key_of(const Candidate& candidate, std::size_t known) const {
  std::uint64_t key = mix64(static_cast<std::uint64_t>(candidate.kind) + 1);
  const auto add = [&](std::uint64_t part) { key = mix64(key ^ part); };
  if (candidate.kind == Candidate::Kind::branch) {
    const Node& node = forest_[candidate.sink];
    add(node.parent);
    add(node.event.word.number);
    add(node.event.site);
    add(known);
  } else {
    add(candidate.sink);
  }
  for (const NodeId leaf : candidate.scenario.leaves) add(leaf);
  for (const Edge& edge : candidate.scenario.edges) add(std::uint64_t{edge.read} << 32 | edge.write);
  return key;
}

// Whether it was not offered before, or only with more reads settled.
bool Search::is_new(Candidate& candidate, std::size_t known_ways) {
  if (!options_.cache) return true;
  const auto number_of = [&](const std::vector<NodeId>& reads) {
    const auto [place, fresh] =
        numbers_of_settled_.try_emplace(reads, static_cast<std::uint32_t>(numbers_of_settled_.size()));
    if (fresh) settled_.push_back(&place->first);
    return place->second;
  };
  const auto [known, fresh] = offered_.try_emplace(key_of(candidate, known_ways), 0);
  if (!fresh) {
    const std::vector<NodeId>& before = *settled_[known->second];
    std::vector<NodeId> both;
    std::set_intersection(before.begin(), before.end(), candidate.settled.begin(), candidate.settled.end(),
                          std::back_inserter(both));
    if (both == before) return false;
    candidate.settled = std::move(both);
  }
  known->second = number_of(candidate.settled);
  return true;
}

bool Search::is_allowed(std::size_t degree) {
  goes_beyond_ = goes_beyond_ || degree > options_.most;
  return degree <= options_.most;
}

void Search::offer(Candidate candidate) {
  const std::size_t degree = candidate.scenario.degree();
  if (!is_allowed(degree)) return;
  const std::vector<NodeId> known = known_ways(candidate);
  if (is_known(candidate, known)) return;
  while (!candidate.scenario.leaves.empty() && candidate.scenario.leaves.back() == kNone) {
    candidate.scenario.leaves.pop_back();
  }
  if (known.size() > kMostValues) {
    ++cut_short_;
    return;
  }
  if (!is_new(candidate, known.size())) return;
  auto& queue = is_urgent(candidate) ? urgent_[degree] : others_[degree];
  queue.candidates.push_back(std::move(candidate));
}

void Search::offer_later(const Offer& offer) {
  const Candidate& from = unrealized_[offer.from].candidate;
  const std::size_t degree = from.scenario.degree() + 1;
  if (!is_allowed(degree)) return;
  auto& queue = is_urgent(from) ? urgent_[degree] : others_[degree];
  queue.offers.push_back(offer);
}

void Search::make(const Offer& offer) {
  const Unrealized& from = unrealized_[offer.from];
  if (is_known(from.candidate, known_ways(from.candidate))) return;
  const auto take = [&](NodeId write) {
    for (const Scenario& way : forest_[write].ways) interfere(from, offer.blame, write, way);
  };
  if (offer.write != kNone) return take(offer.write);
  for (const NodeId write : writes_[forest_[from.blame[offer.blame]].event.location]) take(write);
}

bool Search::pop(std::size_t degree, std::optional<Candidate>& candidate) {
  for (Queue* queue : {&urgent_[degree], &others_[degree]}) {
    const bool urgent = queue == &urgent_[degree];
    if (!queue->candidates.empty()) {
      Candidate first = std::move(queue->candidates.front());
      queue->candidates.pop_front();
      if (is_known(first, known_ways(first))) return true;
      if (urgent && !is_urgent(first)) {
        others_[degree].candidates.push_back(std::move(first));
      } else {
        candidate = std::move(first);
      }
      return true;
    }
    if (!queue->offers.empty()) {
      const Offer first = queue->offers.front();
      queue->offers.pop_front();
      if (urgent && !is_urgent(unrealized_[first.from].candidate)) {
        others_[degree].offers.push_back(first);
      } else {
        make(first);
      }
      return true;
    }
  }
  return false;
}

std::optional<Task> Search::next(std::size_t most_candidates) {
  thinking_ = false;
  for (std::size_t degree = 0; degree <= options_.most; --most_candidates) {
    if (most_candidates == 0) {
      thinking_ = true;
      return std::nullopt;
    }
    std::optional<Candidate> candidate;
    if (!pop(degree, candidate)) {
      ++degree;
      continue;
    }
    if (!candidate) continue;
    ++levels_[degree].candidates;
    std::optional<Task> task = realize(std::move(*candidate));
    if (task) {
      ++levels_[degree].realized;
      return task;
    }
    degree = 0;  // it may have led to some with fewer: an extension has no more than it had, and others none
  }
  return std::nullopt;
}

std::optional<Task> Search::realize(Candidate candidate) {
  std::vector<Condition> wanted;
  if (candidate.kind == Candidate::Kind::branch) {
    for (const NodeId way : known_ways(candidate)) wanted.push_back({way, pool_.negation(forest_[way].event.held)});
  }
  FeasibilityAnswer data = feasibility_.check(forest_, candidate.scenario, wanted, contents_, at_hand_);
  std::vector<NodeId> blame = std::move(data.blame);
  std::set<std::uint64_t> waits;
  if (data.verdict == FeasibilityAnswer::Verdict::holds || data.verdict == FeasibilityAnswer::Verdict::cyclic) {
    OrderAnswer order = find_order(forest_, candidate.scenario, states_);
    if (order.possible && data.verdict == FeasibilityAnswer::Verdict::holds) {
      Task task{.order = std::move(order.order),
                .thread = sink_thread(candidate),
                .values = std::move(data.values),
                .degree = candidate.scenario.degree(),
                .number = ++given_out_};
      under_way_.emplace(task.number, std::move(candidate));
      return task;
    }
    if (order.gave_up) ++unknown_;
    blame = std::move(order.blame);
    waits = std::move(order.waits);
  } else if (data.verdict == FeasibilityAnswer::Verdict::unknown) {
    ++unknown_;
    blame = all_local_reads(candidate.scenario);
  }
  if (!options_.cores) blame = all_local_reads(candidate.scenario);
  std::erase_if(
      blame, [&](NodeId read) { return std::binary_search(candidate.settled.begin(), candidate.settled.end(), read); });
  if (!blame.empty() && !is_allowed(candidate.scenario.degree() + 1)) blame.clear();
  if (!blame.empty() || !waits.empty()) keep(std::move(candidate), std::move(blame), waits);
  return std::nullopt;
}

std::vector<NodeId> Search::all_local_reads(const Scenario& scenario) const {
  std::vector<NodeId> reads;
  for (const NodeId leaf : scenario.leaves) {
    for (NodeId id = leaf; id != kNone; id = forest_[id].parent) {
      if (forest_[id].event.kind == Kind::read && scenario.source(id) == kNone) reads.push_back(id);
    }
  }
  return reads;
}

void Search::keep(Candidate candidate, std::vector<NodeId> blame, const std::set<std::uint64_t>& waits) {
  const auto number = static_cast<std::uint32_t>(unrealized_.size());
  unrealized_.push_back({.candidate = std::move(candidate), .blame = std::move(blame)});
  const Unrealized& kept = unrealized_.back();
  for (std::uint32_t i = 0; i < kept.blame.size(); ++i) {
    wanting_[forest_[kept.blame[i]].event.location].emplace_back(number, i);
    offer_later({.from = number, .blame = i, .write = kNone});
  }
  for (const std::uint64_t object : waits) {
    waiting_[object].push_back(number);
    for (const NodeId operation : operations_[object]) {
      for (const Scenario& way : forest_[operation].ways) extend(kept.candidate, operation, way);
    }
  }
}

// The thread that is to go on must not have gone on.
bool Search::goes_beyond_sink(const Candidate& candidate, const Scenario& scenario) const {
  const std::uint32_t thread = sink_thread(candidate);
  return scenario.leaf(thread) != candidate.scenario.leaf(thread);
}

// Whether what the edge leads to comes before what it comes from, by the other edges.
bool Search::closes_circle(const Scenario& scenario, const Edge& edge) const {
  std::vector<NodeId> open{edge.read};
  std::vector<NodeId> seen;
  const auto comes_after = [&](NodeId write, NodeId read) {
    return forest_[write].event.thread == forest_[read].event.thread && forest_[write].depth > forest_[read].depth;
  };
  while (!open.empty()) {
    const NodeId read = open.back();
    open.pop_back();
    if (comes_after(edge.write, read)) return true;
    for (const Edge& next : scenario.edges) {
      if (!comes_after(next.write, read) || std::find(seen.begin(), seen.end(), next.read) != seen.end()) continue;
      seen.push_back(next.read);
      open.push_back(next.read);
    }
  }
  return false;
}

void Search::interfere(const Unrealized& from, std::size_t blame, NodeId write, const Scenario& way) {
  const Candidate& candidate = from.candidate;
  const NodeId read = from.blame[blame];
  const std::uint32_t thread = forest_[read].event.thread;
  if (forest_[write].event.thread == thread) return;
  if (write == forest_[read].local || forest_.on_path(read, way.leaf(thread))) return;
  std::optional<Scenario> both = forest_.merge(candidate.scenario, way);
  if (!both || both->source(read) != kNone || goes_beyond_sink(candidate, *both)) return;
  if (closes_circle(*both, {read, write})) return;
  both->add_edge({read, write});
  if (!is_allowed(both->degree())) return;
  Candidate made{.kind = candidate.kind, .sink = candidate.sink, .scenario = std::move(*both), .settled = {}};
  if (options_.cache) {
    made.settled = candidate.settled;
    made.settled.insert(made.settled.end(), from.blame.begin(),
                        from.blame.begin() + static_cast<std::ptrdiff_t>(blame));
    std::sort(made.settled.begin(), made.settled.end());
    const auto is_settled = [&](const Edge& edge) {
      return std::binary_search(made.settled.begin(), made.settled.end(), edge.read);
    };
    if (std::any_of(made.scenario.edges.begin(), made.scenario.edges.end(), is_settled)) return;
  }
  offer(std::move(made));
}

// Threads wait for an object: another thread goes on to its next operation on it.
void Search::extend(const Candidate& candidate, NodeId operation, const Scenario& way) {
  const Event& event = forest_[operation].event;
  const NodeId leaf = candidate.scenario.leaf(event.thread);
  if (leaf == operation || !forest_.on_path(leaf, operation)) return;
  for (NodeId id = forest_[operation].parent; id != kNone && id != leaf; id = forest_[id].parent) {
    if (forest_[id].event.kind == Kind::sync && object_of(forest_[id].event) == object_of(event)) return;
  }
  std::optional<Scenario> both = forest_.merge(candidate.scenario, way);
  if (!both || goes_beyond_sink(candidate, *both)) return;
  const auto is_settled = [&](const Edge& edge) {
    return std::binary_search(candidate.settled.begin(), candidate.settled.end(), edge.read);
  };
  if (std::any_of(both->edges.begin(), both->edges.end(), is_settled)) return;
  offer({.kind = candidate.kind, .sink = candidate.sink, .scenario = std::move(*both), .settled = candidate.settled});
}

}  // namespace sleave::interference
