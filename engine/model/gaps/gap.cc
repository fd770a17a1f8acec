#include "engine/model/gaps/gap.h"

#include <fmt/format.h>

#include "engine/find/escape_text.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

enum class Argument : std::uint8_t {
  none,
  number,
  numbers,
  event,
  choice,
  outcome,
  concretization,
  path_constraint,
  escape,
  text,
};

struct Row {
  Argument argument;
  const char* words;
};
constexpr Row kGaps[] = {
#define SLEAVE_GAP(name, argument, words) {Argument::argument, words},
#include "engine/model/gaps/gaps.def"
#undef SLEAVE_GAP
};
constexpr const char* kAssumptions[] = {
#define SLEAVE_ASSUMPTION(name, words) words,
#include "engine/model/gaps/assumptions.def"
#undef SLEAVE_ASSUMPTION
};

// The argument; of `numbers` and `path_constraint` the first.
std::string argument_words(Argument argument, const Gap& gap) {
  const auto kind = static_cast<std::uint32_t>(gap.first);
  switch (argument) {
    case Argument::none:
      return "";
    case Argument::number:
    case Argument::numbers:
      return std::to_string(gap.first);
    case Argument::event:
      return event_words(kind);
    case Argument::choice:
      return choice_option(kind);
    case Argument::outcome:
      return outcome_words(kind);
    case Argument::concretization:
      return concretization_words(kind);
    case Argument::path_constraint:
      return path_constraint_words(kind);
    case Argument::escape:
      return escape_words(kind, gap.text);
    case Argument::text:
      return gap.text;
  }
  return "";
}

template <typename List>
std::set<std::string> all_in_words(const List& list) {
  std::set<std::string> words;
  for (const auto& each : list) words.insert(in_words(each));
  return words;
}

}  // namespace

Gap gap_of(const sleave_trace_uncontrolled& escape) { return {GapKind::escape, escape.kind, escape_name(escape)}; }

std::string in_words(const Gap& gap) {
  const Row& row = kGaps[static_cast<std::size_t>(gap.kind)];
  return fmt::format(fmt::runtime(row.words), argument_words(row.argument, gap), gap.second);
}

std::string in_words(Assumption assumption) { return kAssumptions[static_cast<std::size_t>(assumption)]; }

std::set<std::string> in_words(const Gaps& gaps) { return all_in_words(gaps); }
std::set<std::string> in_words(const Assumptions& assumptions) { return all_in_words(assumptions); }

}  // namespace sleave
