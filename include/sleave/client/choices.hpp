// The clients that there are, and which of them a run has.
//
// A client is a shape, how many calls each thread makes, and then the calls. Threads are interchangeable, so of clients
// that differ only in which thread makes which calls there is one: shapes have the longer threads first, and of threads
// of equal length the calls of the first come first.
#ifndef SLEAVE_CLIENT_CHOICES_HPP
#define SLEAVE_CLIENT_CHOICES_HPP

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "subject.hpp"
#include "hooks.hpp"

namespace sleave {
namespace client {

// At most so many of each.
struct Size {
  int threads = 3;
  int calls = 4;   // of the threads together
  int before = 2;  // calls of main before the threads begin
  bool exactly = false;  // calls and calls before: neither more nor less
};

// Where a client's choices come from: the search under Sleave, chance without.
class Choices {
 public:
  virtual ~Choices() = default;
  virtual std::size_t below(std::size_t bound) = 0;
  virtual void exclude() = 0;  // there is no such client
};

// Every choice is a decision of the plan.
class SearchedChoices final : public Choices {
 public:
  std::size_t below(std::size_t bound) override { return __sleave_choose(static_cast<unsigned>(bound)); }
  void exclude() override { __sleave_exclude(); }
};

class RandomChoices final : public Choices {
 public:
  explicit RandomChoices(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t bound) override { return bound <= 1 ? 0 : engine_() % bound; }
  void exclude() override { excluded_ = true; }
  // Whether exclude() was called since the last look.
  bool excluded() { return std::exchange(excluded_, false); }

 private:
  std::mt19937_64 engine_;
  bool excluded_ = false;
};

using Shape = std::vector<int>;  // calls of each thread

inline void add_shapes(int calls, int most, int threads, Shape& begun, std::vector<Shape>& shapes) {
  if (calls == 0 && begun.size() > 1) shapes.push_back(begun);
  if (threads == 0) return;
  for (int next = most < calls ? most : calls; next > 0; --next) {
    begun.push_back(next);
    add_shapes(calls - next, next, threads - 1, begun, shapes);
    begun.pop_back();
  }
}

// Those of at least two threads, smaller ones first.
inline std::vector<Shape> shapes_of(const Size& size) {
  std::vector<Shape> shapes;
  Shape begun;
  for (int calls = size.exactly ? size.calls : 2; calls <= size.calls; ++calls) add_shapes(calls, calls, size.threads, begun, shapes);
  return shapes;
}

// All calls: each operation with each choice of its arguments.
inline std::vector<Call> all_calls(const Subject& subject) {
  std::vector<Call> calls;
  for (std::size_t i = 0; i < subject.count(Phase::threads); ++i) {
    const std::vector<std::size_t>& bounds = subject.operation(Phase::threads, i).choices;
    std::vector<std::size_t> choices(bounds.size());
    for (bool more = true; more;) {
      calls.push_back({i, choices, 0});
      more = false;
      for (std::size_t at = bounds.size(); at != 0 && !more; --at) {
        more = ++choices[at - 1] < bounds[at - 1];
        if (!more) choices[at - 1] = 0;
      }
    }
  }
  return calls;
}

class ClientChooser {
 public:
  ClientChooser(const Subject& subject, const Size& size)
      : subject_(subject), size_(size), shapes_(shapes_of(size)), calls_(all_calls(subject)) {}

  Client choose(Choices& choices) const {
    Client client;
    int number = 0;
    for (std::size_t values : subject_.make_choices()) client.made.choices.push_back(choices.below(values));
    const Shape& shape = shapes_[choices.below(shapes_.size())];
    const std::size_t most = static_cast<std::size_t>(size_.before);
    const std::size_t before = size_.exactly ? most : choices.below(most + 1);
    for (std::size_t i = 0; i < before; ++i) {
      add(calls_[choices.below(calls_.size())], client.before, ++number);
    }
    std::vector<std::size_t> previous;
    Owners owners;
    for (std::size_t thread = 0; thread < shape.size(); ++thread) {
      client.threads.emplace_back();
      const bool as_long = previous.size() == static_cast<std::size_t>(shape[thread]);
      choose_thread(choices, thread, static_cast<std::size_t>(shape[thread]), as_long, previous, owners, client.threads.back(), number);
    }
    return client;
  }

 private:
  using Owners = std::vector<std::pair<std::string, std::size_t>>;  // of groups

  static void add(const Call& call, std::vector<Call>& into, int number) {
    into.push_back(call);
    into.back().number = number;
  }

  // The calls of a thread, which do not come before those of the previous one.
  void choose_thread(Choices& choices, std::size_t thread, std::size_t length, bool sorted,
                     std::vector<std::size_t>& previous, Owners& owners, std::vector<Call>& into, int& number) const {
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < length; ++i) {
      const std::vector<std::size_t> possible = calls_from(sorted ? previous[i] : 0, thread, owners);
      if (possible.empty()) return choices.exclude();
      const std::size_t call = possible[choices.below(possible.size())];
      if (sorted && call != previous[i]) sorted = false;
      const std::string& group = subject_.operation(Phase::threads, calls_[call].operation).group;
      if (!group.empty()) owners.emplace_back(group, thread);
      chosen.push_back(call);
      add(calls_[call], into, ++number);
    }
    previous = std::move(chosen);
  }

  std::vector<std::size_t> calls_from(std::size_t first, std::size_t thread, const Owners& owners) const {
    std::vector<std::size_t> possible;
    for (std::size_t i = first; i < calls_.size(); ++i) {
      const std::string& group = subject_.operation(Phase::threads, calls_[i].operation).group;
      bool allowed = true;
      for (const auto& [name, owner] : owners) allowed = allowed && (name != group || owner == thread);
      if (allowed) possible.push_back(i);
    }
    return possible;
  }

  const Subject& subject_;
  Size size_;
  std::vector<Shape> shapes_;
  std::vector<Call> calls_;
};

}  // namespace client
}  // namespace sleave

#endif
