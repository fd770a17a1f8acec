// Gap: a reason why a search may not be complete. Assumption: a condition under which it is. Code compares and stores
// enumerators; `in_words` puts them into words, by the tables gaps.def and assumptions.def.
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "abi/trace.h"
#include "abi/words.h"

namespace sleave {

enum class GapKind : std::uint8_t {
#define SLEAVE_GAP(name, argument, words) name,
#include "engine/model/gaps/gaps.def"
#undef SLEAVE_GAP
};

// Its arguments, as the table names them: unused ones are 0 and "".
struct Gap {
  Gap(GapKind of, std::uint64_t one = 0, std::uint64_t two = 0) : kind(of), first(one), second(two) {}
  Gap(GapKind of, std::uint64_t one, std::string words) : kind(of), first(one), text(std::move(words)) {}

  auto operator<=>(const Gap&) const = default;

  GapKind kind;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::string text;
};
using Gaps = std::set<Gap>;

Gap gap_of(const sleave_trace_uncontrolled& escape);
inline Gap wrong_trace(std::string problem) { return {GapKind::wrong_trace, 0, std::move(problem)}; }

enum class Assumption : std::uint8_t {
#define SLEAVE_ASSUMPTION(name, words) name,
#include "engine/model/gaps/assumptions.def"
#undef SLEAVE_ASSUMPTION
};
using Assumptions = std::set<Assumption>;

std::string in_words(const Gap& gap);
std::string in_words(Assumption assumption);
// Sorted by their words, as people and tools read them.
std::set<std::string> in_words(const Gaps& gaps);
std::set<std::string> in_words(const Assumptions& assumptions);

}  // namespace sleave
