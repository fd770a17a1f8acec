#include "engine/solve/descent.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace sleave::solve {
namespace {

using expr::Expr;
using expr::kLanes;
using expr::Op;

constexpr std::size_t kLargestVariable = 8;  // bytes
constexpr std::size_t kMostBytes = 256;      // of a query: more are left to a solver
constexpr unsigned kHeavierBeforeDraw = 6;   // times that no change helped
constexpr std::uint64_t kDrawnBytes = 3;

// The bytes of a word that is nothing but bytes of the input, the lowest first.
std::optional<std::vector<std::uint32_t>> plain_bytes(const expr::Pool& pool, Expr word) {
  std::vector<std::uint32_t> bytes;
  std::vector<Expr> open{word};
  while (!open.empty()) {
    const expr::Node& node = pool.node(open.back());
    open.pop_back();
    if (node.op == Op::input) {
      bytes.push_back(node.detail);
    } else if (node.op == Op::concat && bytes.size() < kLargestVariable) {
      open.push_back(node.operands[0]);
      open.push_back(node.operands[1]);
    } else if (node.op != Op::constant || node.value != 0 || node.width % 8 != 0) {
      return std::nullopt;
    }
  }
  if (bytes.size() > kLargestVariable) return std::nullopt;
  return bytes;
}

}  // namespace

void Descent::find_variables(std::span<const Expr> path_constraints, State& state) const {
  std::unordered_map<std::uint32_t, std::size_t> places;
  const std::vector<std::uint32_t>& bytes = state.distance.batch().bytes();
  for (std::size_t place = 0; place < bytes.size(); ++place) places[bytes[place]] = place;
  std::set<Variable> variables;
  for (std::size_t place = 0; place < bytes.size(); ++place) variables.insert({place});
  std::set<Expr> seen;
  std::vector<Expr> open(path_constraints.begin(), path_constraints.end());
  while (!open.empty()) {
    const Expr next = open.back();
    open.pop_back();
    if (!seen.insert(next).second) continue;
    const expr::Node& node = pool_.node(next);
    const std::optional<std::vector<std::uint32_t>> plain =
        node.op == Op::concat ? plain_bytes(pool_, next) : std::nullopt;
    if (plain && plain->size() > 1) {
      Variable variable;
      for (const std::uint32_t byte : *plain) variable.push_back(places.at(byte));
      variables.insert(std::move(variable));
      continue;
    }
    for (unsigned i = 0; i < operands_of(node.op); ++i) open.push_back(node.operands[i]);
  }
  state.variables.assign(variables.begin(), variables.end());
  std::sort(state.variables.begin(), state.variables.end(),
            [](const Variable& a, const Variable& b) { return a.size() != b.size() ? a.size() > b.size() : a < b; });
}

void Descent::measure(State& state) {
  state.distance.measure();
  operations_ += kLanes * state.distance.operations();
}

// Steps of each size up and down, the ends, and what is drawn, to fill the lanes.
std::vector<std::uint64_t> Descent::candidates(const Variable& variable, const State& state) {
  std::uint64_t value = 0;
  for (std::size_t i = variable.size(); i-- > 0;) value = value << 8 | state.values[variable[i]];
  const auto bits = static_cast<unsigned>(8 * std::min(variable.size(), kLargestVariable));
  const auto most = static_cast<std::uint64_t>(expr::ones(bits));
  std::vector<std::uint64_t> candidates{value, 0, most, most >> 1};
  for (unsigned bit = 0; bit < bits; ++bit) {
    candidates.push_back((value + (std::uint64_t{1} << bit)) & most);
    candidates.push_back((value - (std::uint64_t{1} << bit)) & most);
  }
  while (candidates.size() % kLanes != 0) candidates.push_back(rng_.next() & most);
  return candidates;
}

// The first of the best.
bool Descent::improve(const Variable& variable, State& state) {
  const std::vector<std::uint64_t> values = candidates(variable, state);
  expr::Batch& batch = state.distance.batch();
  for (std::size_t place = 0; place < state.values.size(); ++place) expr::fill(batch.byte(place), state.values[place]);
  std::uint64_t best = state.sum;
  std::optional<std::uint64_t> chosen;
  for (std::size_t first = 0; first < values.size(); first += kLanes) {
    for (std::size_t i = 0; i < variable.size(); ++i) {
      for (std::size_t lane = 0; lane < kLanes; ++lane)
        batch.byte(variable[i]).values[lane] = values[first + lane] >> 8 * i & 0xff;
    }
    measure(state);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (state.distance.sum().values[lane] >= best) continue;
      best = state.distance.sum().values[lane];
      chosen = values[first + lane];
    }
  }
  if (!chosen) return false;
  state.sum = best;
  for (std::size_t i = 0; i < variable.size(); ++i)
    state.values[variable[i]] = static_cast<std::uint8_t>(*chosen >> 8 * i);
  return true;
}

void Descent::measure_values(State& state) {
  expr::Batch& batch = state.distance.batch();
  for (std::size_t place = 0; place < state.values.size(); ++place) expr::fill(batch.byte(place), state.values[place]);
  measure(state);
  state.sum = state.distance.sum().values[0];
}

void Descent::make_others_heavier(State& state) {
  measure_values(state);
  for (std::size_t i = 0; i < state.distance.path_constraints(); ++i) {
    if (state.distance.of(i).values[0] != 0) state.distance.double_weight(i);
  }
  measure_values(state);
}

void Descent::draw(State& state) {
  for (std::uint64_t i = 0; i < kDrawnBytes; ++i)
    state.values[rng_.below(state.values.size())] = static_cast<std::uint8_t>(rng_.next());
  measure_values(state);
}

std::optional<Bytes> Descent::run(std::span<const Expr> path_constraints, std::span<const std::uint8_t> start,
                                  std::uint64_t most_operations) {
  std::optional<Distance> distance = Distance::compile(pool_, path_constraints);
  if (!distance || distance->batch().bytes().empty() || distance->batch().bytes().size() > kMostBytes)
    return std::nullopt;
  rng_ = Rng(1);
  State state{.distance = std::move(*distance)};
  const std::vector<std::uint32_t>& bytes = state.distance.batch().bytes();
  for (const std::uint32_t byte : bytes) state.values.push_back(byte < start.size() ? start[byte] : std::uint8_t{0});
  find_variables(path_constraints, state);
  const std::uint64_t limit = operations_ + most_operations;
  state.sum = ~std::uint64_t{0};
  for (unsigned stuck = 0; operations_ < limit && state.sum != 0;) {
    bool better = false;
    for (const Variable& variable : state.variables) {
      better = improve(variable, state) || better;
      if (state.sum == 0 || operations_ >= limit) break;
    }
    if (better) continue;
    if (++stuck % kHeavierBeforeDraw != 0) {
      make_others_heavier(state);
    } else {
      draw(state);
    }
  }
  if (state.sum != 0) return std::nullopt;
  Bytes found;
  for (std::size_t place = 0; place < bytes.size(); ++place) found[bytes[place]] = state.values[place];
  return found;
}

}  // namespace sleave::solve
