#include "engine/explore/interference/search.h"

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
      data_(pool, solver),
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
    for (const auto& queue : *queues) open += queue.size();
  }
  return open;
}

std::uint32_t Search::sink_thread(const Candidate& candidate) const {
  const Event& event = forest_[candidate.sink].event;
  return candidate.kind == Candidate::Kind::start ? event.other : event.thread;
}

std::vector<NodeId> Search::known_ways(const Candidate& candidate) const {
  std::vector<NodeId> known;
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
bool Search::is_known(const Candidate& candidate) const {
  if (candidate.kind == Candidate::Kind::branch) {
    return forest_[candidate.sink].event.two_ways && known_ways(candidate).size() > 1;
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

std::uint64_t Search::key_of(const Candidate& candidate) const {
  std::uint64_t key = mix64(static_cast<std::uint64_t>(candidate.kind) + 1);
  const auto add = [&](std::uint64_t part) { key = mix64(key ^ part); };
  if (candidate.kind == Candidate::Kind::branch) {
    const Node& node = forest_[candidate.sink];
    add(node.parent);
    add(node.event.word.number);
    add(node.event.site);
    add(known_ways(candidate).size());
  } else {
    add(candidate.sink);
  }
  for (const NodeId leaf : candidate.scenario.leaves) add(leaf);
  for (const Edge& edge : candidate.scenario.edges) add(std::uint64_t{edge.read} << 32 | edge.write);
  return key;
}

void Search::offer(Candidate candidate) {
  const std::size_t degree = candidate.scenario.degree();
  if (degree > options_.most || is_known(candidate)) return;
  while (!candidate.scenario.leaves.empty() && candidate.scenario.leaves.back() == kNone) {
    candidate.scenario.leaves.pop_back();
  }
  if (candidate.kind == Candidate::Kind::branch && known_ways(candidate).size() > kMostValues) {
    ++cut_short_;
    return;
  }
  if (options_.cache && !offered_.insert(key_of(candidate)).second) return;
  auto& queue = is_urgent(candidate) ? urgent_[degree] : others_[degree];
  queue.push_back(std::move(candidate));
}

std::optional<Search::Candidate> Search::pop(std::size_t degree) {
  while (!urgent_[degree].empty()) {
    Candidate candidate = std::move(urgent_[degree].front());
    urgent_[degree].pop_front();
    if (is_known(candidate)) continue;
    if (is_urgent(candidate)) return candidate;
    others_[degree].push_back(std::move(candidate));
  }
  while (!others_[degree].empty()) {
    Candidate candidate = std::move(others_[degree].front());
    others_[degree].pop_front();
    if (!is_known(candidate)) return candidate;
  }
  return std::nullopt;
}

std::optional<Task> Search::next() {
  for (std::size_t degree = 0; degree <= options_.most;) {
    std::optional<Candidate> candidate = pop(degree);
    if (!candidate) {
      ++degree;
      continue;
    }
    ++levels_[degree].candidates;
    std::optional<Task> task = realise(std::move(*candidate));
    if (task) {
      ++levels_[degree].realised;
      return task;
    }
    degree = 0;  // it may have led to some with fewer: an extension has no more than it had, and others none
  }
  return std::nullopt;
}

std::optional<Task> Search::realise(Candidate candidate) {
  std::vector<Expr> wanted;
  if (candidate.kind == Candidate::Kind::branch) {
    for (const NodeId way : known_ways(candidate)) wanted.push_back(pool_.negation(forest_[way].event.held));
  }
  DataAnswer data = data_.check(forest_, candidate.scenario, wanted, contents_, at_hand_);
  std::vector<NodeId> blame = std::move(data.blame);
  std::set<std::uint64_t> waits;
  if (data.verdict == DataAnswer::Verdict::holds || data.verdict == DataAnswer::Verdict::cyclic) {
    OrderAnswer order = find_order(forest_, candidate.scenario, states_);
    if (order.possible && data.verdict == DataAnswer::Verdict::holds) {
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
  } else if (data.verdict == DataAnswer::Verdict::unknown) {
    ++unknown_;
    blame = all_local_reads(candidate.scenario);
  }
  if (!options_.cores) blame = all_local_reads(candidate.scenario);
  if (!blame.empty() || !waits.empty()) keep(std::move(candidate), blame, waits);
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

void Search::keep(Candidate candidate, const std::vector<NodeId>& blame, const std::set<std::uint64_t>& waits) {
  const std::size_t number = unrealised_.size();
  unrealised_.push_back(std::move(candidate));
  const Candidate kept = unrealised_.back();
  for (const NodeId read : blame) {
    const std::uint64_t location = forest_[read].event.location;
    wanting_[location].emplace_back(number, read);
    for (const NodeId write : writes_[location]) {
      for (const Scenario& way : forest_[write].ways) interfere(kept, read, write, way);
    }
  }
  for (const std::uint64_t object : waits) {
    waiting_[object].push_back(number);
    for (const NodeId operation : operations_[object]) {
      for (const Scenario& way : forest_[operation].ways) extend(kept, operation, way);
    }
  }
}

// The thread that is to go on must not have gone on.
bool Search::goes_beyond_sink(const Candidate& candidate, const Scenario& scenario) const {
  const std::uint32_t thread = sink_thread(candidate);
  return scenario.leaf(thread) != candidate.scenario.leaf(thread);
}

void Search::interfere(const Candidate& candidate, NodeId read, NodeId write, const Scenario& way) {
  const std::uint32_t thread = forest_[read].event.thread;
  if (candidate.scenario.degree() >= options_.most || forest_[write].event.thread == thread) return;
  if (write == forest_[read].local || forest_.on_path(read, way.leaf(thread))) return;
  std::optional<Scenario> both = forest_.merge(candidate.scenario, way);
  if (!both || both->source(read) != kNone || goes_beyond_sink(candidate, *both)) return;
  both->add_edge({read, write});
  offer({.kind = candidate.kind, .sink = candidate.sink, .scenario = std::move(*both)});
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
  offer({.kind = candidate.kind, .sink = candidate.sink, .scenario = std::move(*both)});
}

}  // namespace sleave::interference
