// Suppressions: findings that their reader has decided to live with, in ThreadSanitizer's syntax, so that an existing
// file serves here too.
//
//   # a comment
//   race:legacy_counter        a data race with this in a function, file, module or global of either side
//   race_top:fast_path         only if it is the innermost frame
//   called_from_lib:libfoo.so  a data race below a call from this module
//   deadlock:transfer          mutex:...   thread:...   signal:...   findings of these families
//
// A pattern matches anywhere; `*` matches anything, `^` and `$` at its ends match the ends of the name.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/find/finding.h"

namespace sleave {

// What a rule is held against: a finding before its stacks are cut to what a person wants to see.
struct SuppressionSubject {
  std::string kind;                // of abi/findings.def
  std::vector<Stack> stacks;       // complete
  std::vector<std::string> names;  // of global variables it is about
};

class Suppressions {
 public:
  struct Rule {
    std::string type;
    std::string pattern;
    bool built_in = false;
    [[nodiscard]] std::string text() const { return type + ":" + pattern; }
  };

  // Only what is built in: false alarms whose cause is known, each with its reason in suppressions.cc.
  Suppressions();

  // Adds the rules of a file; `name` is for the message about a line that is none.
  Status add(std::string_view text, const std::string& name);

  // The rule that suppresses it, by its number; the user's come first.
  [[nodiscard]] std::optional<std::size_t> match(const SuppressionSubject& subject) const;

  [[nodiscard]] const std::vector<Rule>& rules() const { return rules_; }

 private:
  std::vector<Rule> rules_;
};

// Whether `pattern` occurs in `text`, with `*`, `^` and `$` as above.
bool pattern_matches(std::string_view pattern, std::string_view text);

}  // namespace sleave
