// A client of an object that SLEAVE_TEST_OBJECT describes: a few atomic words, and operations of a few atomic steps.
// Operations are separated by spaces. One is `r` (it has a result) or `n`, and its steps, each `kind word value stop`:
//
//   load the word | store the value | put the sum of accumulator and value | add | exchange | try: compare the word
//   with the accumulator and replace it by the sum of both; the accumulator becomes whether it did
//
// After each step, an operation ends early if its accumulator is `stop`. Its result is its accumulator.
#include <array>
#include <atomic>
#include <cstdlib>
#include <optional>
#include <sleave/client.hpp>
#include <sstream>
#include <string>
#include <vector>

struct Step {
  char kind;
  std::size_t word;
  int value;
  int stop;
};

struct Steps {
  bool has_result;
  std::vector<Step> list;
};

class Object {
 public:
  std::optional<int> perform(const Steps& steps) {
    int accumulator = 0;
    for (const Step& step : steps.list) {
      perform(step, accumulator);
      if (accumulator == step.stop) break;
    }
    if (!steps.has_result) return std::nullopt;
    return accumulator;
  }

 private:
  void perform(const Step& step, int& accumulator) {
    std::atomic<int>& word = words_[step.word];
    if (step.kind == 'l') accumulator = word;
    if (step.kind == 'j') accumulator = 10 * accumulator + word;
    if (step.kind == 's') word = step.value;
    if (step.kind == 'p') word = accumulator + step.value;
    if (step.kind == 'a') accumulator = word.fetch_add(step.value);
    if (step.kind == 'e') accumulator = word.exchange(step.value);
    if (step.kind == 't') {
      int expected = accumulator;
      accumulator = word.compare_exchange_strong(expected, expected + step.value) ? 1 : 0;
    }
  }

  std::array<std::atomic<int>, 3> words_{};
};

static Steps read_steps(const std::string& text) {
  Steps steps{text[0] == 'r', {}};
  std::istringstream words(text.substr(1));
  for (std::string step; std::getline(words, step, ',');) {
    Step each{};
    std::sscanf(step.c_str(), "%c:%zu:%d:%d", &each.kind, &each.word, &each.value, &each.stop);
    steps.list.push_back(each);
  }
  return steps;
}

SLEAVE_CLIENT(random_object, Object) {
  const char* const description = std::getenv("SLEAVE_TEST_OBJECT");
  std::istringstream operations(description == nullptr ? "" : description);
  for (std::string text; operations >> text;) {
    op(text, [steps = read_steps(text)](Object& object) { return object.perform(steps); });
  }
}
