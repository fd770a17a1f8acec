#include "engine/solve/byte_domains.h"

#include <algorithm>

#include "engine/base/rng.h"

namespace sleave::solve {
namespace {

using expr::Expr;
using expr::Op;

// Gates to be evaluated for one question: some milliseconds, which is what a solver takes for an easy one.
constexpr std::uint64_t kMostGates = 200'000;
constexpr std::uint64_t kMostCombinations = 4'096;
constexpr unsigned kSome = 16;

std::uint8_t value_of_rank(const std::bitset<256>& set, std::size_t rank) {
  for (std::size_t value = 0; value < set.size(); ++value) {
    if (set.test(value) && rank-- == 0) return static_cast<std::uint8_t>(value);
  }
  return 0;
}

}  // namespace

std::optional<Answer> ByteDomains::decide(std::span<const Expr> truths, std::uint64_t gates) {
  Bytes bytes;
  std::vector<Expr> rest;
  for (const Expr truth : truths) add(truth, truth, bytes, rest);
  std::uint64_t combinations = 1;
  for (const auto& [number, byte] : bytes) {
    if (byte.possible.none()) return Answer{.verdict = Verdict::unsatisfiable, .core = core_of(number, byte)};
    combinations = std::min(combinations * byte.possible.count(), kMostCombinations + 1);
  }
  const std::uint64_t most = std::min(kMostCombinations, kMostGates / std::max<std::uint64_t>(gates, 1));
  if (rest.empty() || combinations <= most) return try_all(bytes, rest, truths);
  return most >= kSome ? try_some(bytes, rest) : std::nullopt;
}

// `part` of a truth; a conjunction falls apart.
void ByteDomains::add(Expr truth, Expr part, Bytes& bytes, std::vector<Expr>& rest) {
  const expr::Node& node = pool_.node(part);
  const expr::Inputs::Set& about = inputs_.of(part);
  if (about.size() > 1 && node.op == Op::bit_and) {
    add(truth, node.operands[0], bytes, rest);
    add(truth, node.operands[1], bytes, rest);
    return;
  }
  for (const std::uint32_t number : about) bytes[number];
  if (about.size() != 1) return rest.push_back(part);
  Byte& byte = bytes[about.front()];
  byte.possible &= domain_of(part, about.front());
  byte.truths.push_back(truth);
}

const ByteDomains::Domain& ByteDomains::domain_of(Expr truth, std::uint32_t byte) {
  const auto [place, fresh] = domains_.try_emplace(truth.number);
  if (!fresh) return place->second;
  std::vector<std::uint8_t> input(byte + 1);
  for (std::size_t value = 0; value < place->second.size(); ++value) {
    input[byte] = static_cast<std::uint8_t>(value);
    evaluation_.set_input(input);
    place->second.set(value, evaluation_.holds(truth));
  }
  return place->second;
}

// Of the truths about a byte with no value left, those without which there would be one.
std::vector<Expr> ByteDomains::core_of(std::uint32_t number, const Byte& byte) {
  const auto is_about_it = [&](Expr truth) { return inputs_.of(truth).size() == 1; };
  if (!std::all_of(byte.truths.begin(), byte.truths.end(), is_about_it)) return byte.truths;
  std::vector<Expr> core = byte.truths;
  for (std::size_t i = core.size(); i-- > 0;) {
    Domain others = ~Domain();
    for (std::size_t k = 0; k < core.size(); ++k) {
      if (k != i) others &= domain_of(core[k], number);
    }
    if (others.none()) core.erase(core.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return core;
}

bool ByteDomains::all_hold(std::span<const Expr> truths, const std::vector<std::uint8_t>& input) {
  evaluation_.set_input(input);
  return std::all_of(truths.rbegin(), truths.rend(), [&](Expr truth) { return evaluation_.holds(truth); });
}

Answer ByteDomains::try_all(const Bytes& bytes, std::span<const Expr> rest, std::span<const Expr> truths) {
  std::vector<std::uint8_t> input(bytes.empty() ? 0 : bytes.rbegin()->first + 1);
  for (const auto& [number, byte] : bytes) input[number] = value_of_rank(byte.possible, 0);
  // As a clock counts: the first byte that has a greater value takes it, those before begin again.
  const auto advance = [&] {
    for (const auto& [number, byte] : bytes) {
      for (std::size_t value = input[number] + 1u; value < 256; ++value) {
        if (!byte.possible.test(value)) continue;
        input[number] = static_cast<std::uint8_t>(value);
        return true;
      }
      input[number] = value_of_rank(byte.possible, 0);
    }
    return false;
  };
  do {
    if (all_hold(rest, input)) return answer_of(bytes, input);
  } while (advance());
  return {.verdict = Verdict::unsatisfiable, .core = {truths.begin(), truths.end()}};
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

Answer ByteDomains::answer_of(const Bytes& bytes, const std::vector<std::uint8_t>& input) {
  Answer answer{.verdict = Verdict::satisfiable};
  for (const auto& [number, byte] : bytes) answer.bytes[number] = input[number];
  return answer;
}

}  // namespace sleave::solve
