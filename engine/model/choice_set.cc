#include "engine/model/choice_set.h"

#include <algorithm>
#include <optional>

#include "engine/trace/words.h"

namespace sleave {
namespace {

template <typename Wanted>
ChoiceSet those(Wanted wanted) {
  ChoiceSet set;
  for (std::uint32_t kind = 0; kind < SLEAVE_CHOICE_COUNT; ++kind) {
    if (choice_option(kind)[0] != 0) set.set(kind, wanted(kind));
  }
  return set;
}

std::optional<ChoiceSet> whole(const std::string& word) {
  if (word == "default") return those(choice_preset);
  if (word == "all") return those([](std::uint32_t) { return true; });
  if (word == "none") return ChoiceSet();
  return std::nullopt;
}

std::optional<std::uint32_t> kind_of(const std::string& word) {
  for (std::uint32_t kind = 0; kind < SLEAVE_CHOICE_COUNT; ++kind) {
    if (!word.empty() && word == choice_option(kind)) return kind;
  }
  return std::nullopt;
}

std::string known_words() {
  std::string text = "default, all, none";
  for (std::uint32_t kind = 0; kind < SLEAVE_CHOICE_COUNT; ++kind) {
    if (choice_option(kind)[0] != 0) text += std::string(", ") + choice_option(kind);
  }
  return text;
}

bool is_signed(const std::string& word) { return !word.empty() && (word[0] == '+' || word[0] == '-'); }

}  // namespace

Result<ChoiceSet> parse_choices(const std::string& list) {
  ChoiceSet set = is_signed(list) ? *whole("default") : ChoiceSet();
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string word = list.substr(begin, end - begin);
    begin = end + 1;
    if (const std::optional<ChoiceSet> all = whole(word)) {
      set = *all;
      continue;
    }
    const std::optional<std::uint32_t> kind = kind_of(is_signed(word) ? word.substr(1) : word);
    if (!kind) return Error{Tier::usage, "--choices: unknown word '" + word + "'\nuse " + known_words()};
    set.set(*kind, word[0] != '-');
    set.ask(*kind);
  }
  return set;
}

}  // namespace sleave
