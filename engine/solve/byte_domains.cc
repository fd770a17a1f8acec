#include "engine/solve/byte_domains.h"

#include <algorithm>
#include <set>

#include "engine/base/rng.h"
#include "engine/expr/batch/batch.h"
#include "engine/solve/sweep.h"

namespace sleave::solve {
namespace {

using expr::Expr;
using expr::Op;

// Making a gate takes a solver about ten microseconds, an operation here about ten nanoseconds; no query shall take
// much longer because it was tried here first.
constexpr std::uint64_t kOperationsOfGate = 400;
constexpr std::uint64_t kLeastOperations = 20'000;
constexpr unsigned kSome = 16;
// How much faster operations are 32 inputs at a time, at least (bench/enumeration.cc).
constexpr std::uint64_t kGainOfLanes = 5;

// Of a path constraint for which the values of each byte are looked at one by one, times its bytes.
constexpr std::size_t kMostParts = 1'000;

std::uint8_t value_of_rank(const std::bitset<256>& set, std::size_t rank) {
  for (std::size_t value = 0; value < set.size(); ++value) {
    if (set.test(value) && rank-- == 0) return static_cast<std::uint8_t>(value);
  }
  return 0;
}

}  // namespace

std::optional<Answer> ByteDomains::decide(std::span<const Expr> path_constraints, std::uint64_t gates) {
  Bytes bytes;
  std::vector<Expr> rest;
  for (const Expr path_constraint : path_constraints) add(path_constraint, path_constraint, bytes, rest);
  for (const auto& [number, byte] : bytes) {
    if (byte.possible.none()) return Answer{.verdict = Verdict::unsatisfiable, .core = core_of(number, byte)};
  }
  if (std::optional<Answer> answer = try_some(bytes, rest)) return answer;
  return try_all(bytes, rest, path_constraints, kLeastOperations + kOperationsOfGate * gates);
}

// `part` of a path constraint; a conjunction falls apart.
void ByteDomains::add(Expr path_constraint, Expr part, Bytes& bytes, std::vector<Expr>& rest) {
  const expr::Node& node = pool_.node(part);
  const expr::Inputs::Set& about = inputs_.of(part);
  if (about.size() > 1 && node.op == Op::bit_and) {
    add(path_constraint, node.operands[0], bytes, rest);
    add(path_constraint, node.operands[1], bytes, rest);
    return;
  }
  if (about.size() != 1) {
    for (const std::uint32_t number : about) {
      const Domain& possible = bounds_of(part, number);
      bytes[number].possible &= possible;
      if (!possible.all()) bytes[number].path_constraints.push_back(path_constraint);
    }
    return rest.push_back(part);
  }
  Byte& byte = bytes[about.front()];
  byte.possible &= domain_of(part, about.front());
  byte.path_constraints.push_back(path_constraint);
}

const ByteDomains::Domain& ByteDomains::domain_of(Expr path_constraint, std::uint32_t byte) {
  const auto [place, fresh] = domains_.try_emplace(path_constraint.number);
  if (!fresh) return place->second;
  if (std::optional<expr::Batch> batch = expr::Batch::compile(pool_, std::span(&path_constraint, 1))) {
    for (std::size_t first = 0; first < place->second.size(); first += expr::kLanes) {
      for (std::size_t lane = 0; lane < expr::kLanes; ++lane) batch->byte(0).values[lane] = first + lane;
      batch->run();
      const expr::Lanes& holds = batch->value(path_constraint);
      for (std::size_t lane = 0; lane < expr::kLanes; ++lane) place->second.set(first + lane, holds.values[lane] != 0);
    }
    return place->second;
  }
  std::vector<std::uint8_t> input(byte + 1);
  for (std::size_t value = 0; value < place->second.size(); ++value) {
    input[byte] = static_cast<std::uint8_t>(value);
    evaluation_.set_input(input);
    place->second.set(value, evaluation_.holds(path_constraint));
  }
  return place->second;
}

// The values of a byte with which a path constraint about several may hold, as far as single bits tell.
const ByteDomains::Domain& ByteDomains::bounds_of(Expr path_constraint, std::uint32_t byte) {
  const auto [place, fresh] = bounds_.try_emplace({path_constraint.number, byte});
  if (!fresh) return place->second;
  place->second.set();
  const std::vector<Expr> parts = parts_about(path_constraint, byte);
  if (parts.size() * inputs_.of(path_constraint).size() > kMostParts) return place->second;
  std::unordered_map<std::uint32_t, expr::KnownBits> known;
  const auto known_of = [&](Expr e) {
    const auto found = known.find(e.number);
    return found == known.end() ? pool_.known(e) : found->second;
  };
  for (std::size_t value = 0; value < place->second.size(); ++value) {
    for (const Expr part : parts) {
      const expr::Node& node = pool_.node(part);
      const auto operand = [&](unsigned i) {
        return i < operands_of(node.op) ? known_of(node.operands[i]) : expr::KnownBits{};
      };
      known[part.number] = node.op == Op::input
                               ? expr::KnownBits::of(value, 8)
                               : expr::known_bits(node.op, pool_.shape(node), operand(0), operand(1), operand(2));
    }
    place->second.set(value, known_of(path_constraint).zeros == 0);
  }
  operations_ += parts.size() * place->second.size();
  return place->second;
}

// What of a path constraint depends on a byte, operands first.
std::vector<Expr> ByteDomains::parts_about(Expr path_constraint, std::uint32_t byte) {
  std::set<Expr> parts;
  std::vector<Expr> open{path_constraint};
  while (!open.empty()) {
    const Expr next = open.back();
    open.pop_back();
    const expr::Inputs::Set& about = inputs_.of(next);
    if (!std::binary_search(about.begin(), about.end(), byte) || !parts.insert(next).second) continue;
    const expr::Node& node = pool_.node(next);
    for (unsigned i = 0; i < operands_of(node.op); ++i) open.push_back(node.operands[i]);
  }
  return {parts.begin(), parts.end()};
}

// Of the path constraints about a byte with no value left, those without which there would be one.
std::vector<Expr> ByteDomains::core_of(std::uint32_t number, const Byte& byte) {
  const auto is_about_it = [&](Expr path_constraint) { return inputs_.of(path_constraint).size() == 1; };
  if (!std::all_of(byte.path_constraints.begin(), byte.path_constraints.end(), is_about_it)) {
    const std::set<Expr> each(byte.path_constraints.begin(), byte.path_constraints.end());
    return {each.begin(), each.end()};
  }
  std::vector<Expr> core = byte.path_constraints;
  for (std::size_t i = core.size(); i-- > 0;) {
    Domain others = ~Domain();
    for (std::size_t k = 0; k < core.size(); ++k) {
      if (k != i) others &= domain_of(core[k], number);
    }
    if (others.none()) core.erase(core.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return core;
}

bool ByteDomains::all_hold(std::span<const Expr> path_constraints, const std::vector<std::uint8_t>& input) {
  evaluation_.set_input(input);
  return std::all_of(path_constraints.rbegin(), path_constraints.rend(),
                     [&](Expr path_constraint) { return evaluation_.holds(path_constraint); });
}

std::optional<Answer> ByteDomains::try_some(const Bytes& bytes, std::span<const Expr> rest) {
  std::vector<std::uint8_t> input(bytes.rbegin()->first + 1);
  std::uint64_t draw = 1;
  for (unsigned round = 0; round < kSome; ++round) {
    for (const auto& [number, byte] : bytes) {
      draw = mix64(draw);
      input[number] = value_of_rank(byte.possible, round == 0 ? 0 : draw % byte.possible.count());
    }
    if (all_hold(rest, input)) return answer_of(bytes, input);
  }
  return std::nullopt;
}

std::optional<Answer> ByteDomains::try_all(const Bytes& bytes, std::span<const Expr> rest,
                                           std::span<const Expr> path_constraints, std::uint64_t most_operations) {
  const auto combinations = [&](Expr path_constraint) {
    double product = 1;
    for (const std::uint32_t number : inputs_.of(path_constraint)) {
      product *= static_cast<double>(bytes.at(number).possible.count());
    }
    return product;
  };
  // Before a path constraint has failed nothing is left out.
  const auto is_hopeless = [&](Expr path_constraint) {
    return combinations(path_constraint) > static_cast<double>(kGainOfLanes * most_operations);
  };
  if (std::all_of(rest.begin(), rest.end(), is_hopeless)) return std::nullopt;
  std::set<std::uint32_t> about;
  for (const Expr path_constraint : rest)
    about.insert(inputs_.of(path_constraint).begin(), inputs_.of(path_constraint).end());
  std::vector<Sweep::Byte> open;
  for (const std::uint32_t number : about) {
    open.push_back({.number = number, .values = {}});
    for (std::size_t value = 0; value < 256; ++value) {
      if (bytes.at(number).possible.test(value)) open.back().values.push_back(static_cast<std::uint8_t>(value));
    }
  }
  Sweep sweep(pool_, inputs_, open, rest);
  const std::uint64_t gain = sweep.by() == Sweep::By::lanes ? kGainOfLanes : 1;
  const Sweep::End end = sweep.run(gain * most_operations);
  operations_ += sweep.operations() / gain;
  if (end == Sweep::End::given_up) return std::nullopt;
  if (end == Sweep::End::none) {
    return Answer{.verdict = Verdict::unsatisfiable, .core = {path_constraints.begin(), path_constraints.end()}};
  }
  Answer answer{.verdict = Verdict::satisfiable};
  for (const auto& [number, byte] : bytes) {
    answer.bytes[number] = about.contains(number) ? sweep.value_of(number) : value_of_rank(byte.possible, 0);
  }
  return answer;
}

Answer ByteDomains::answer_of(const Bytes& bytes, const std::vector<std::uint8_t>& input) {
  Answer answer{.verdict = Verdict::satisfiable};
  for (const auto& [number, byte] : bytes) answer.bytes[number] = input[number];
  return answer;
}

}  // namespace sleave::solve
