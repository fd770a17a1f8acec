// Which choices of abi/choices.def a strategy may take, besides the next thread: the value of --choices.
#pragma once

#include <cstdint>
#include <string>

#include "abi/words.h"
#include "engine/base/result.h"

namespace sleave {

class ChoiceSet {
 public:
  [[nodiscard]] bool has(std::uint32_t kind) const { return (kinds_ >> kind & 1) != 0; }
  // Whether the list names it: an exhaustive search tries some choices only then.
  [[nodiscard]] bool asked(std::uint32_t kind) const { return has(kind) && (asked_ >> kind & 1) != 0; }
  void ask(std::uint32_t kind) { asked_ |= 1u << kind; }
  // Whether time-outs and sleeps may end at any time (SLEAVE_PLAN_FREE_TIME).
  [[nodiscard]] bool frees_time() const { return has(SLEAVE_CHOICE_timeout) && has(SLEAVE_CHOICE_sleep); }
  void set(std::uint32_t kind, bool wanted) { kinds_ = (kinds_ & ~(1u << kind)) | (wanted ? 1u << kind : 0); }
  bool operator==(const ChoiceSet&) const = default;

 private:
  std::uint32_t kinds_ = 0;
  std::uint32_t asked_ = 0;
};

// Words separated by commas, from left to right: `default`, `all` and `none` set everything; a choice's word, with or
// without `+`, adds it, `-` takes it away. A list that begins with a plain word means these alone; one that begins with
// + or - changes the default.
Result<ChoiceSet> parse_choices(const std::string& list);

}  // namespace sleave
