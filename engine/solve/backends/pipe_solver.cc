#include "engine/solve/backends/pipe_solver.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "engine/solve/backends/dialogue.h"
#include "engine/solve/backends/floating_parts.h"
#include "engine/solve/backends/make_solver.h"
#include "engine/solve/backends/smtlib.h"

namespace sleave::solve {
namespace {

using expr::Expr;

std::string literal_name(std::uint32_t number) { return fmt::format("t{}", number); }

// Words between parentheses and spaces.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == '(' || c == ')' || c == ' ' || c == '\n' || c == '\t') {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  words.pop_back();
  return words;
}

// The number after a letter, as in "in12" and "t7".
std::optional<std::uint32_t> number_after(std::string_view word, std::string_view prefix) {
  if (!word.starts_with(prefix)) return std::nullopt;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data() + prefix.size(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

// "#x41" or "#b01000001"
std::optional<std::uint8_t> byte_value(std::string_view word) {
  if (word.size() < 3 || word[0] != '#') return std::nullopt;
  unsigned value = 0;
  const auto [end, error] = std::from_chars(word.data() + 2, word.data() + word.size(), value, word[1] == 'x' ? 16 : 2);
  if (error != std::errc() || value > 0xff) return std::nullopt;
  return static_cast<std::uint8_t>(value);
}

class PipeSolver : public Solver {
 public:
  PipeSolver(const expr::Pool& pool, std::vector<std::string> command, std::chrono::milliseconds patience,
             Dialogue dialogue)
      : pool_(&pool),
        command_(std::move(command)),
        patience_(patience),
        dialogue_(std::move(dialogue)),
        floating_(pool) {
    begin();
  }

  Answer solve(std::span<const Expr> path_constraints, Effort) override {
    if (floating_.any(path_constraints)) return unknown("floating-point numbers");
    if (!dialogue_ && !start()) return unknown("the solver cannot be started again");
    ++queries_;
    std::string query = "(check-sat-assuming (";
    std::string definitions;
    for (const Expr path_constraint : path_constraints) {
      define(path_constraint, definitions);
      query += literal_name(path_constraint.number) + " ";
    }
    if (!dialogue_->send(definitions + query + "))\n", patience_)) return give_up("the solver ended");
    const std::optional<std::string> verdict = dialogue_->receive(patience_);
    if (!verdict) return give_up("the solver did not answer");
    if (*verdict == "sat") return satisfiable();
    if (*verdict == "unsat") return unsatisfiable(path_constraints);
    return *verdict == "unknown" ? unknown(*verdict) : give_up(*verdict);
  }
  [[nodiscard]] std::uint64_t work() const override { return queries_ * kWorkOfQuery; }

 private:
  static constexpr std::uint64_t kWorkOfQuery = kUsualWork / 1'000;  // a millisecond

  bool start() {
    Result<Dialogue> next = Dialogue::start(command_);
    if (!next) return false;
    dialogue_.emplace(std::move(*next));
    begin();
    return true;
  }

  void begin() {
    terms_ = SmtlibTerms();
    translation_.emplace(*pool_, terms_);
    defined_.clear();
    dialogue_->send(
        "(set-option :produce-models true)\n(set-option :produce-unsat-assumptions true)\n(set-logic QF_BV)\n",
        patience_);
  }

  void define(Expr path_constraint, std::string& text) {
    if (!defined_.insert(path_constraint.number).second) return;
    const std::string term = translation_->of(path_constraint);
    const std::string literal = literal_name(path_constraint.number);
    text += terms_.take_definitions();
    text += fmt::format("(declare-const {} Bool)\n(assert (=> {} {}))\n", literal, literal, term);
  }

  Answer satisfiable() {
    Answer answer{.verdict = Verdict::satisfiable};
    if (terms_.inputs().empty()) return answer;
    std::string names;
    for (const std::uint32_t byte : terms_.inputs()) names += smtlib_input_name(byte) + " ";
    if (!dialogue_->send(fmt::format("(get-value ({}))\n", names), patience_)) return give_up("the solver ended");
    const std::optional<std::string> text = dialogue_->receive(patience_);
    if (!text) return give_up("the solver gave no values");
    const std::vector<std::string> words = words_of(*text);
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
      const std::optional<std::uint32_t> byte = number_after(words[i], "in");
      const std::optional<std::uint8_t> value = byte_value(words[i + 1]);
      if (!byte || !value) return give_up("not values: " + *text);
      answer.bytes[*byte] = *value;
    }
    return answer;
  }

  Answer unsatisfiable(std::span<const Expr> path_constraints) {
    Answer answer{.verdict = Verdict::unsatisfiable};
    if (!dialogue_->send("(get-unsat-assumptions)\n", patience_)) return give_up("the solver ended");
    const std::optional<std::string> text = dialogue_->receive(patience_);
    if (!text) return give_up("the solver did not say why not");
    for (const std::string& word : words_of(*text)) {
      if (const std::optional<std::uint32_t> number = number_after(word, "t")) answer.core.push_back({*number});
    }
    const bool in_error = text->starts_with("(error");
    if (in_error || answer.core.empty()) answer.core.assign(path_constraints.begin(), path_constraints.end());
    return answer;
  }

  static Answer unknown(std::string why) { return {.verdict = Verdict::unknown, .why = std::move(why)}; }

  Answer give_up(std::string why) {
    dialogue_.reset();
    return unknown(std::move(why));
  }

  const expr::Pool* pool_;
  std::vector<std::string> command_;
  std::chrono::milliseconds patience_;
  std::optional<Dialogue> dialogue_;
  FloatingParts floating_;
  std::uint64_t queries_ = 0;
  SmtlibTerms terms_;
  std::optional<Translation<SmtlibTerms>> translation_;
  std::set<std::uint32_t> defined_;  // path constraints that have a literal
};

}  // namespace

Result<std::unique_ptr<Solver>> make_pipe_solver(const expr::Pool& pool, std::vector<std::string> command,
                                                 std::chrono::milliseconds patience) {
  Result<Dialogue> dialogue = Dialogue::start(command);
  if (!dialogue) return dialogue.error();
  return std::unique_ptr<Solver>(
      std::make_unique<PipeSolver>(pool, std::move(command), patience, std::move(*dialogue)));
}

}  // namespace sleave::solve
