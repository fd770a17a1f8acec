#include "engine/minimize/condition/condition_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/analyze/names/input_text.h"
#include "engine/analyze/names/place.h"
#include "engine/analyze/names/shape_words.h"
#include "engine/expr/evaluate.h"
#include "engine/expr/inputs.h"
#include "engine/find/symbols/code_origin.h"
#include "engine/minimize/condition/expression_text.h"
#include "engine/minimize/condition/value_set.h"
#include "engine/solve/backends/smtlib.h"

namespace sleave {
namespace {

using expr::Expr;
using expr::Op;

constexpr std::size_t kLongest = 70;  // of an expression
constexpr std::size_t kMostPlaces = 3;
constexpr std::size_t kMostNodes = 4;  // that one link may hold

// Inputs under the names that a report gives them, as far as it takes to tell them apart.
std::vector<InputWord> words_of(const Trace& reported, const expr::Variables& variables) {
  std::vector<InputWord> words;
  for (const sleave_trace_input& asked : reported.inputs) {
    const expr::Variables::Input* input = variables.find(asked.name);
    if (input == nullptr) continue;
    const bool shared =
        std::any_of(reported.inputs.begin(), reported.inputs.end(), [&](const sleave_trace_input& other) {
          return std::string(other.text) == asked.text && other.thread != asked.thread;
        });
    std::string label = (shared ? reported.thread_label(asked.thread) + "'s " : "") + written_out(asked.text);
    if (asked.ordinal != 0) label += fmt::format("#{}", asked.ordinal + 1);
    const bool is_link = is_shape_link(asked);
    words.push_back({std::move(label), input->numbers, is_link ? 0 : asked.base, is_link ? &asked : nullptr});
  }
  return words;
}

class Words {
 public:
  Words(const Condition& condition, const Trace& reported, Solving& solving, Symbolizer& symbolizer)
      : condition_(condition),
        reported_(reported),
        solving_(solving),
        pool_(solving.pool()),
        symbolizer_(symbolizer),
        inputs_(solving.pool()),
        words_(words_of(reported, solving.variables())),
        shapes_(reported) {}

  std::vector<std::string> sentences() {
    std::map<std::set<std::size_t>, std::vector<expr::PathConstraint>> groups;  // by the inputs they are about
    for (const expr::PathConstraint& path_constraint : condition_.path_constraints)
      groups[words_in(path_constraint.held)].push_back(path_constraint);
    for (const auto& [about, path_constraints] : groups) {
      if (about.size() == 1) {
        tell_of_one(*about.begin(), path_constraints);
      } else if (about.size() != 2 || !tell_of_two(*about.begin(), *about.rbegin(), path_constraints)) {
        tell_as_they_are(about, path_constraints);
      }
    }
    return std::move(sentences_);
  }

 private:
  std::set<std::size_t> words_in(Expr e) {
    std::set<std::size_t> found;
    for (const std::uint32_t byte : inputs_.of(e)) {
      for (std::size_t i = 0; i < words_.size(); ++i) {
        const std::vector<std::uint32_t>& numbers = words_[i].numbers;
        if (std::find(numbers.begin(), numbers.end(), byte) != numbers.end()) found.insert(i);
      }
    }
    return found;
  }

  [[nodiscard]] std::uint8_t reported_value(std::uint32_t byte) const {
    return byte < condition_.values.size() ? condition_.values[byte] : 0;
  }

  Expr all_of(const std::vector<expr::PathConstraint>& path_constraints) {
    Expr all = pool_.path_constraint(true);
    for (const expr::PathConstraint& path_constraint : path_constraints)
      all = pool_.binary(Op::bit_and, all, path_constraint.held);
    return all;
  }

  // What is taken for granted of these bytes and no others.
  Expr taken_about(const std::vector<std::uint32_t>& bytes) {
    Expr all = pool_.path_constraint(true);
    for (const Expr taken : condition_.taken) {
      const expr::Inputs::Set& about = inputs_.of(taken);
      const bool inside = std::all_of(about.begin(), about.end(), [&](std::uint32_t byte) {
        return std::find(bytes.begin(), bytes.end(), byte) != bytes.end();
      });
      if (inside) all = pool_.binary(Op::bit_and, all, taken);
    }
    return all;
  }

  std::optional<std::string> as_number(const std::vector<std::uint32_t>& bytes, Expr path_constraints,
                                       const std::string& label, const Numbers& numbers) {
    Expr word = pool_.input(bytes[0]);
    std::uint64_t value = reported_value(bytes[0]);
    for (std::size_t i = 1; i < bytes.size(); ++i) {
      word = pool_.concat(pool_.input(bytes[i]), word);
      value |= std::uint64_t{reported_value(bytes[i])} << 8 * i;
    }
    return value_set_text(solving_, word, path_constraints, taken_about(bytes), value, label, numbers);
  }

  // "list->next is null", "list->next is not list": there are few values, and each is looked at.
  std::optional<std::string> as_link(const InputWord& word, Expr path_constraints) {
    const std::uint32_t number = word.numbers[0];
    const Expr taken = taken_about(word.numbers);
    std::vector<std::uint8_t> input(number + 1);
    std::vector<std::string> in;
    std::vector<std::string> out;
    for (unsigned value = 0; value < 256; ++value) {
      input[number] = static_cast<std::uint8_t>(value);
      expr::Evaluation evaluation(pool_);
      evaluation.set_input(input);
      if (!evaluation.holds(taken)) continue;
      (evaluation.holds(path_constraints) ? in : out).push_back(shapes_.held(*word.link, input[number]));
    }
    for (std::string& text : in) text = text == "new node" ? "a new node" : text;
    for (std::string& text : out) text = text == "new node" ? "a new node" : text;
    if (in.empty() || out.empty()) return std::nullopt;
    if (in.size() > 1 && out.size() == 1) return fmt::format("{} is not {}", word.label, out[0]);
    if (in.size() > kMostNodes) return std::nullopt;
    const std::string last = in.back();
    in.pop_back();
    return fmt::format("{} is {}{}{}", word.label, fmt::join(in, ", "), in.empty() ? "" : " or ", last);
  }

  // As a number, if it can be one; else byte by byte, and what is about several bytes as it is.
  void tell_of_one(std::size_t which, const std::vector<expr::PathConstraint>& path_constraints) {
    const InputWord& word = words_[which];
    if (word.link != nullptr) {
      const std::optional<std::string> text = as_link(word, all_of(path_constraints));
      if (text) return sentences_.push_back(*text);
    }
    if (word.numbers.size() <= sizeof(std::uint64_t) && !is_text(word, path_constraints)) {
      const std::optional<std::string> text =
          as_number(word.numbers, all_of(path_constraints), word.label, {.base = word.base, .characters = false});
      if (text) return sentences_.push_back(*text);
    }
    const std::vector<expr::PathConstraint> rest = tell_by_bytes(word, path_constraints);
    if (!rest.empty()) tell_as_they_are({which}, rest);
  }

  Expr number_of(const InputWord& word) {
    Expr number = pool_.input(word.numbers[0]);
    for (std::size_t i = 1; i < word.numbers.size(); ++i) number = pool_.concat(pool_.input(word.numbers[i]), number);
    const Expr wide = pool_.zero_extend(number, expr::kMostBits);
    const auto base = static_cast<expr::Word>(static_cast<expr::SignedWord>(word.base));
    return pool_.binary(Op::add, wide, pool_.constant(expr::kMostBits, base));
  }

  // Programs compare in several steps what is simply equal, or is not.
  bool tell_of_two(std::size_t first, std::size_t second, const std::vector<expr::PathConstraint>& path_constraints) {
    const InputWord& a = words_[first];
    const InputWord& b = words_[second];
    constexpr std::size_t kMost = sizeof(std::uint64_t);
    if (a.numbers.empty() || b.numbers.empty() || a.numbers.size() > kMost || b.numbers.size() > kMost) return false;
    std::vector<std::uint32_t> bytes = a.numbers;
    bytes.insert(bytes.end(), b.numbers.begin(), b.numbers.end());
    const Expr equal = pool_.binary(Op::equal, number_of(a), number_of(b));
    const Expr all = all_of(path_constraints);
    for (const auto& [path_constraint, sign] : {std::pair(equal, "=="), std::pair(pool_.negation(equal), "!=")}) {
      if (!say_the_same(solving_, all, path_constraint, taken_about(bytes))) continue;
      sentences_.push_back(fmt::format("{} {} {}", a.label, sign, b.label));
      return true;
    }
    return false;
  }

  // Three characters or more are no number, and neither is what the program looks at byte by byte.
  [[nodiscard]] bool is_text(const InputWord& word, const std::vector<expr::PathConstraint>& path_constraints) {
    std::vector<std::uint8_t> bytes;
    for (const std::uint32_t number : word.numbers) bytes.push_back(reported_value(number));
    while (!bytes.empty() && bytes.back() == 0) bytes.pop_back();
    const bool printed =
        std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte >= 0x20 && byte < 0x7f; });
    std::set<std::uint32_t> alone;
    for (const expr::PathConstraint& path_constraint : path_constraints) {
      if (inputs_.of(path_constraint.held).size() != 1) return printed && bytes.size() >= 3 && word.base == 0;
      alone.insert(inputs_.of(path_constraint.held).front());
    }
    return alone.size() > 1 || (printed && bytes.size() >= 3 && word.base == 0);
  }

  // What is about single bytes; gives back the rest.
  std::vector<expr::PathConstraint> tell_by_bytes(const InputWord& word,
                                                  const std::vector<expr::PathConstraint>& path_constraints) {
    std::map<std::size_t, std::vector<expr::PathConstraint>> by_place;
    std::vector<expr::PathConstraint> rest;
    for (const expr::PathConstraint& path_constraint : path_constraints) {
      const expr::Inputs::Set& about = inputs_.of(path_constraint.held);
      const auto byte = std::find(word.numbers.begin(), word.numbers.end(), about.front());
      const bool single = about.size() == 1 && word.numbers.size() > 1;
      (single ? by_place[static_cast<std::size_t>(byte - word.numbers.begin())] : rest).push_back(path_constraint);
    }
    std::map<std::size_t, std::string> fixed;  // the only value
    std::vector<std::string> others;
    for (const auto& [place, about_it] : by_place) {
      const std::string label = fmt::format("{}[{}]", word.label, place);
      const std::optional<std::string> text =
          as_number({word.numbers[place]}, all_of(about_it), label, {.base = 0, .characters = true});
      if (!text) {
        rest.insert(rest.end(), about_it.begin(), about_it.end());
      } else if (text->starts_with(label + " == ")) {
        fixed[place] = *text;
      } else {
        others.push_back(*text);
      }
    }
    tell_fixed(word, fixed);
    sentences_.insert(sentences_.end(), others.begin(), others.end());
    return rest;
  }

  // Two or more next to each other that can be printed are shown as text.
  void tell_fixed(const InputWord& word, const std::map<std::size_t, std::string>& fixed) {
    const auto printed = [&](std::size_t place) {
      const std::uint8_t byte = reported_value(word.numbers[place]);
      return byte >= 0x20 && byte < 0x7f;
    };
    for (auto it = fixed.begin(); it != fixed.end();) {
      auto end = it;
      std::string text;
      while (end != fixed.end() && end->first == it->first + text.size() && printed(end->first)) {
        text += static_cast<char>(reported_value(word.numbers[end->first]));
        ++end;
      }
      if (text.size() < 2) {
        sentences_.push_back(it->second);
        ++it;
        continue;
      }
      const std::string quoted = '"' + text + '"';
      sentences_.push_back(
          it->first == 0 ? fmt::format("{} begins with {}", word.label, quoted)
                         : fmt::format("{}[{}..{}] is {}", word.label, it->first, it->first + text.size() - 1, quoted));
      it = end;
    }
  }

  std::string place_of(sleave_site site) {
    const Stack stack = symbolizer_.frames(reported_, site);
    const Frame* frame = innermost_own(stack);
    return place_text(frame != nullptr ? *frame : stack.empty() ? Frame{} : stack.front());
  }

  // Each as an expression, if that is short enough to be read; the others by where they are tested.
  void tell_as_they_are(const std::set<std::size_t>& about, const std::vector<expr::PathConstraint>& path_constraints) {
    std::vector<std::string> places;
    for (const expr::PathConstraint& path_constraint : path_constraints) {
      const std::optional<std::string> text = expression_text(pool_, path_constraint.held, words_, kLongest);
      std::string reported = text ? *text : place_of(path_constraint.site);
      std::vector<std::string>& list = text ? sentences_ : places;
      if (std::find(list.begin(), list.end(), reported) == list.end()) list.push_back(std::move(reported));
    }
    if (places.empty()) return;
    std::vector<std::string> names;
    for (const std::size_t which : about) names.push_back(words_[which].label);
    const bool one = places.size() == 1;
    const std::size_t more = places.size() - std::min(places.size(), kMostPlaces);
    places.resize(places.size() - more);
    sentences_.push_back(fmt::format("the test{} of {} at {}{} come{} out as {} here", one ? "" : "s",
                                     fmt::join(names, ", "), fmt::join(places, ", "),
                                     more == 0 ? "" : fmt::format(" and {} more", more), one ? "s" : "",
                                     one ? "it does" : "they do"));
  }

  const Condition& condition_;
  const Trace& reported_;
  Solving& solving_;
  expr::Pool& pool_;
  Symbolizer& symbolizer_;
  expr::Inputs inputs_;
  std::vector<InputWord> words_;
  ShapeWords shapes_;
  std::vector<std::string> sentences_;
};

}  // namespace

std::string script_of(const Condition& condition, const Trace& reported, Solving& solving) {
  std::string names;
  for (const InputWord& word : words_of(reported, solving.variables())) {
    for (std::size_t i = 0; i < word.numbers.size(); ++i) {
      names += fmt::format("; {} is {}[{}]\n", solve::smtlib_input_name(word.numbers[i]), word.label, i);
    }
  }
  names += fmt::format("; the first {} assertions are assumptions of the program\n", condition.taken.size());
  std::vector<Expr> all = condition.taken;
  for (const expr::PathConstraint& path_constraint : condition.path_constraints) all.push_back(path_constraint.held);
  return names + solve::smtlib_script(solving.pool(), all);
}

std::vector<std::string> describe(const Condition& condition, const Trace& reported, Solving& solving,
                                  Symbolizer& symbolizer) {
  return Words(condition, reported, solving, symbolizer).sentences();
}

}  // namespace sleave
