#include "engine/find/suppressions.h"

#include <algorithm>
#include <array>

namespace sleave {
namespace {

struct Type {
  std::string_view name;
  std::array<std::string_view, 4> kinds;  // of findings it is for
};
constexpr Type kTypes[] = {
    {"race", {"data_race"}},
    {"race_top", {"data_race"}},
    {"called_from_lib", {"data_race"}},
    {"deadlock", {"deadlock"}},
    {"mutex", {"double_lock", "foreign_unlock", "destroyed_in_use", "copied_in_use"}},
    {"thread", {"thread_leak"}},
    {"signal", {"signal_unsafe", "signal_unsafe_call"}},
};

const Type* type_named(std::string_view name) {
  const auto* found = std::find_if(std::begin(kTypes), std::end(kTypes), [&](const Type& t) { return t.name == name; });
  return found == std::end(kTypes) ? nullptr : found;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// From the first character of both to the last of both.
bool matches_whole(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p, ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool frame_matches(std::string_view pattern, const Frame& frame) {
  const auto matches = [&](const std::string& text) { return !text.empty() && pattern_matches(pattern, text); };
  return matches(frame.function) || matches(frame.file) || matches(frame.module);
}

bool rule_matches(const Suppressions::Rule& rule, const SuppressionSubject& subject) {
  const Type* type = type_named(rule.type);
  if (std::find(type->kinds.begin(), type->kinds.end(), subject.kind) == type->kinds.end()) return false;
  for (const Stack& stack : subject.stacks) {
    for (const Frame& frame : stack) {
      const bool fits = rule.type == "called_from_lib" ? pattern_matches(rule.pattern, frame.module)
                                                       : frame_matches(rule.pattern, frame);
      if (fits) return true;
      if (rule.type == "race_top") break;
    }
  }
  return rule.type == "race" && std::any_of(subject.names.begin(), subject.names.end(), [&](const std::string& name) {
           return pattern_matches(rule.pattern, name);
         });
}

// libstdc++'s atomic<shared_ptr> guards its pointer with a bit lock whose load() unlocks with relaxed order: by the
// letter a race between that read and the next store, and one that no program can help.
// Its ctype<char> remembers in plain memory what narrow() gave for a character: every thread would write the same.
constexpr struct {
  const char* type;
  const char* pattern;
} kBuiltIn[] = {{"race", "std::_Sp_atomic<"}, {"race_top", "std::ctype<char>::narrow"}};

}  // namespace

bool pattern_matches(std::string_view pattern, std::string_view text) {
  std::string whole;
  if (pattern.starts_with('^')) {
    pattern.remove_prefix(1);
  } else {
    whole += '*';
  }
  const bool at_end = pattern.ends_with('$');
  whole += at_end ? pattern.substr(0, pattern.size() - 1) : pattern;
  if (!at_end) whole += '*';
  return matches_whole(whole, text);
}

Suppressions::Suppressions() {
  for (const auto& [type, pattern] : kBuiltIn) rules_.push_back({type, pattern, true});
}

Status Suppressions::add(std::string_view text, const std::string& name) {
  std::vector<Rule> added;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t colon = line.find(':');
    const std::string_view pattern = colon == std::string_view::npos ? "" : trimmed(line.substr(colon + 1));
    if (colon == std::string_view::npos || type_named(line.substr(0, colon)) == nullptr || pattern.empty()) {
      return Error{Tier::usage,
                   name + ":" + std::to_string(number) + ": '" + std::string(line) +
                       "' is not a suppression\nwrite race:PATTERN, or race_top, called_from_lib, deadlock, "
                       "mutex, thread or signal instead of race"};
    }
    added.push_back({std::string(line.substr(0, colon)), std::string(pattern), false});
  }
  rules_.insert(rules_.begin(), added.begin(), added.end());
  return ok();
}

std::optional<std::size_t> Suppressions::match(const SuppressionSubject& subject) const {
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    if (rule_matches(rules_[i], subject)) return i;
  }
  return std::nullopt;
}

}  // namespace sleave
