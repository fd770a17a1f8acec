// Models: containers by their names, instead of the class itself, as the specification.
//
// Calls of a model insert an element, remove one or look at one; the element is the last argument, or what the result
// holds. A call that says "false", "nothing", or throws, has done nothing.
#ifndef SLEAVE_CLIENT_MODELS_HPP
#define SLEAVE_CLIENT_MODELS_HPP

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "subject.hpp"

namespace sleave {
namespace client {

enum class Model { none, queue, stack, set, cell, queue_per_producer };

inline std::optional<Model> model_named(const std::string& name) {
  if (name.empty()) return Model::none;
  if (name == "queue") return Model::queue;
  if (name == "stack") return Model::stack;
  if (name == "set") return Model::set;
  if (name == "register") return Model::cell;
  return std::nullopt;
}

// Words and numbers of a result: "(true, 3)" has two.
inline std::vector<std::string> atoms_of(const std::string& text) {
  std::vector<std::string> atoms;
  std::string atom;
  for (const char c : text + " ") {
    if (std::string("(){}, ").find(c) == std::string::npos) {
      atom += c;
    } else if (!atom.empty()) {
      atoms.push_back(std::exchange(atom, ""));
    }
  }
  return atoms;
}

inline bool has_done_nothing(const std::string& result) {
  const std::vector<std::string> atoms = atoms_of(result);
  if (atoms.empty()) return false;
  return atoms[0] == "false" || atoms[0] == "nothing" || atoms[0] == "throws" || result == kNotCalled;
}

// What a result says was removed or seen: the content of its braces, or its last word.
inline std::vector<std::string> elements_in(const std::string& result) {
  if (has_done_nothing(result)) return {};
  const std::size_t brace = result.find('{');
  if (brace != std::string::npos) return atoms_of(result.substr(brace));
  const std::vector<std::string> atoms = atoms_of(result);
  if (atoms.empty()) return {};
  return {atoms.back()};
}

// What a call does to the elements of a model: none if its result cannot be.
class ModelRuns {
 public:
  using Element = std::pair<int, std::string>;  // thread that inserted it, text
  using State = std::vector<Element>;           // oldest first

  ModelRuns(const Subject& subject, Model model, const History& history) : model_(model) {
    for (const Recorded& recorded : history) {
      const Operation& operation = subject.operation(recorded);
      const std::vector<std::string> arguments = operation.argument_texts(recorded.call, {});
      calls_.push_back({operation.role, recorded.thread, recorded.phase, arguments.empty() ? "" : arguments.back(), recorded.result});
    }
  }

  State initial() const { return {}; }

  std::optional<State> after(const State& before, std::size_t call) const {
    const Made& made = calls_[call];
    if (made.role == Role::none) return before;
    if (model_ == Model::set) return after_of_set(before, made);
    if (made.role == Role::inserts) return inserted(before, made);
    const std::vector<std::string> elements = elements_in(made.result);
    if (elements.empty() && !before.empty() && !may_miss(made)) return std::nullopt;
    if (model_ == Model::cell && before.empty()) return before;  // what it was made with
    State next = before;
    for (const std::string& element : elements) {
      const std::optional<std::size_t> place = place_of(next, element);
      if (!place) return std::nullopt;
      if (made.role == Role::removes && model_ != Model::cell) next.erase(next.begin() + static_cast<std::ptrdiff_t>(*place));
    }
    // Several at once: all that there are.
    if (made.role == Role::removes && made.phase == Phase::final && !next.empty()) return std::nullopt;
    return next;
  }

 private:
  struct Made {
    Role role;
    int thread;
    Phase phase;
    std::string element;
    std::string result;
  };

  State inserted(State before, const Made& made) const {
    if (has_done_nothing(made.result)) return before;
    if (model_ == Model::cell) before.clear();
    before.emplace_back(made.thread, made.element);
    return before;
  }

  static std::optional<State> after_of_set(State before, const Made& made) {
    const auto place = std::find_if(before.begin(), before.end(), [&](const Element& each) { return each.second == made.element; });
    const bool is_there = place != before.end();
    const bool says_yes = !has_done_nothing(made.result);
    if (!made.result.empty() && says_yes != (made.role == Role::inserts ? !is_there : is_there)) return std::nullopt;
    if (made.role == Role::inserts && !is_there) {
      const Element element{0, made.element};
      before.insert(std::upper_bound(before.begin(), before.end(), element), element);
    }
    if (made.role == Role::removes && is_there) before.erase(place);
    return before;
  }

  bool may_miss(const Made& made) const { return model_ == Model::queue_per_producer && made.phase == Phase::threads; }

  // Where an element can be removed or seen.
  std::optional<std::size_t> place_of(const State& state, const std::string& element) const {
    if (state.empty()) return std::nullopt;
    if (model_ != Model::queue_per_producer) {
      const std::size_t place = model_ == Model::queue ? 0 : state.size() - 1;
      return state[place].second == element ? std::optional<std::size_t>(place) : std::nullopt;
    }
    for (std::size_t i = 0; i < state.size(); ++i) {
      const auto is_older = [&](const Element& other) { return other.first == state[i].first; };
      const auto end = state.begin() + static_cast<std::ptrdiff_t>(i);
      if (state[i].second == element) return std::none_of(state.begin(), end, is_older) ? std::optional<std::size_t>(i) : std::nullopt;
    }
    return std::nullopt;
  }

  Model model_;
  std::vector<Made> calls_;
};

}  // namespace client
}  // namespace sleave

#endif
