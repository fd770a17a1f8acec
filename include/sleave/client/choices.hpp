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
  bool fills = false;    // the first of main's calls fills the object
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

// How many choices an argument has: of a handle, the calls of main and then the thread's own, of which one returned it.
inline std::size_t choices_of(const Argument& argument, const Size& size) {
  return argument.maker.empty() ? argument.values : static_cast<std::size_t>(size.before) + static_cast<std::size_t>(size.calls);
}

// All calls: each operation with each choice of its arguments, of each object.
inline std::vector<Call> all_calls(const Subject& subject, const Size& size) {
  std::vector<Call> calls;
  for (std::size_t i = 0; i < subject.count(Phase::threads); ++i) {
    std::vector<std::size_t> bounds;
    for (const Argument& argument : subject.operation(Phase::threads, i).arguments) bounds.push_back(choices_of(argument, size));
    std::vector<std::size_t> choices(bounds.size());
    for (bool more = true; more;) {
      for (std::size_t object = 0; object < subject.objects(); ++object) calls.push_back({i, choices, 0, object});
      more = false;
      for (std::size_t at = bounds.size(); at != 0 && !more; --at) {
        more = ++choices[at - 1] < bounds[at - 1];
        if (!more) choices[at - 1] = 0;
      }
    }
  }
  return calls;
}

// Whether calls of it can be made until the object is full.
inline bool can_fill(const Operation& operation) {
  bool has_handle = false;
  for (const Argument& argument : operation.arguments) has_handle = has_handle || !argument.maker.empty();
  return operation.role == Role::inserts && operation.returns_bool && !has_handle;
}

// The calls that a client can have next, so that each role has one thread, and each handle one user at a time.
//
// A handle belongs to the thread whose call returned it, and one of main to the first thread that uses it. A call that
// gives it back is its last.
class Possible {
 public:
  static constexpr std::size_t kMain = static_cast<std::size_t>(-1);

  Possible(const Subject& subject, const Size& size, const std::vector<Call>& calls)
      : subject_(subject),
        before_(static_cast<std::size_t>(size.before)),
        most_calls_(size.calls + size.before),
        calls_(calls) {}

  // Those from `first` on.
  std::vector<std::size_t> from(std::size_t first, std::size_t thread) {
    if (thread != thread_) {
      thread_ = thread;
      own_.clear();
    }
    std::vector<std::size_t> possible;
    for (std::size_t i = first; i < calls_.size(); ++i) {
      if (is_possible(calls_[i])) possible.push_back(i);
    }
    return possible;
  }

  // The call, as the client makes it.
  Call make(std::size_t index, int number) {
    Call call = calls_[index];
    call.number = number;
    const Operation& operation = operation_of(call);
    if (thread_ != kMain && !operation.group.empty()) owners_.emplace_back(operation.group, thread_);
    for (std::size_t i = 0; i < operation.arguments.size(); ++i) {
      const Argument& argument = operation.arguments[i];
      if (const int* value = single(argument, call.choices[i])) used_.push_back(*value);
      if (argument.maker.empty()) continue;
      Made& made = *maker_of(call.choices[i]);
      call.choices[i] = static_cast<std::size_t>(made.number);
      if (thread_ != kMain) made.owner = thread_;
      made.is_given_back = !argument.is_kept;
    }
    (thread_ == kMain ? main_ : own_).push_back({number, index, kMain, false});
    return call;
  }

 private:
  struct Made {
    int number;
    std::size_t call;
    std::size_t owner;  // of what main's call returned; kMain: none yet
    bool is_given_back;
  };

  const Operation& operation_of(const Call& call) const { return subject_.operation(Phase::threads, call.operation); }

  // Null: there is no such call yet.
  Made* maker_of(std::size_t choice) {
    if (choice < before_) return choice < main_.size() ? &main_[choice] : nullptr;
    if (thread_ == kMain || choice - before_ >= own_.size()) return nullptr;
    return &own_[choice - before_];
  }

  bool is_possible(const Call& call) {
    const Operation& operation = operation_of(call);
    // Objects are interchangeable: the first call is one of the first.
    if (call.receiver != 0 && main_.empty() && own_.empty() && (thread_ == kMain || thread_ == 0)) return false;
    for (const auto& [name, owner] : owners_) {
      if (thread_ != kMain && name == operation.group && owner != thread_) return false;
    }
    for (std::size_t i = 0; i < operation.arguments.size(); ++i) {
      if (!operation.arguments[i].maker.empty() && !is_possible(call, operation, i)) return false;
      if (is_taken(call, operation, i)) return false;
    }
    return true;
  }

  // A value that only one call may have; null: it may have it as others have.
  static const int* single(const Argument& argument, std::size_t choice) {
    return argument.once.empty() || choice == 0 ? nullptr : &argument.once[choice - 1];
  }

  // Such a value that is the number of a call, or another argument's value.
  bool is_taken(const Call& call, const Operation& operation, std::size_t argument) const {
    const int* value = single(operation.arguments[argument], call.choices[argument]);
    if (value == nullptr) return false;
    if (*value >= 1 && *value <= most_calls_) return true;
    for (const int used : used_) {
      if (used == *value) return true;
    }
    for (std::size_t i = 0; i < argument; ++i) {
      const int* other = single(operation.arguments[i], call.choices[i]);
      if (other != nullptr && *other == *value) return true;
    }
    return false;
  }

  bool is_possible(const Call& call, const Operation& operation, std::size_t argument) {
    const Made* made = maker_of(call.choices[argument]);
    if (made == nullptr || made->is_given_back) return false;
    if (made->owner != kMain && made->owner != thread_) return false;
    for (std::size_t i = 0; i < argument; ++i) {
      if (!operation.arguments[i].maker.empty() && call.choices[i] == call.choices[argument]) return false;
    }
    const Call& maker = calls_[made->call];
    return maker.receiver == call.receiver && operation_of(maker).name == operation.arguments[argument].maker;
  }

  const Subject& subject_;
  std::size_t before_;
  int most_calls_;
  const std::vector<Call>& calls_;
  std::vector<int> used_;  // values that only one call may have
  std::size_t thread_ = kMain;
  std::vector<Made> main_;
  std::vector<Made> own_;
  std::vector<std::pair<std::string, std::size_t>> owners_;  // of groups
};

// A client whose threads call every operation: one in some order, which the number chooses, another in the reverse. What
// one call waits for, the other thread may bring about later.
inline Client client_of_all(const Subject& subject, int number) {
  constexpr std::size_t kMostOfThread = 20;
  const Size size{2, 2 * static_cast<int>(kMostOfThread), 0, true, false};
  const std::vector<Call> calls = all_calls(subject, size);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < subject.count(Phase::threads); ++i) order.push_back(i);
  std::mt19937 engine(static_cast<unsigned>(number));
  for (std::size_t i = order.size(); number != 0 && i > 1; --i) std::swap(order[i - 1], order[engine() % i]);
  Client client;
  client.made.choices.resize(subject.make_choices().size());
  Possible possible(subject, size, calls);
  int made = 0;
  for (std::size_t thread = 0; thread < 2; ++thread) {
    client.threads.emplace_back();
    for (std::size_t i = 0; i < order.size() && i < kMostOfThread; ++i) {
      const std::size_t operation = order[thread == 0 ? i : order.size() - 1 - i];
      for (const std::size_t index : possible.from(0, thread)) {
        if (calls[index].operation != operation) continue;
        client.threads.back().push_back(possible.make(index, ++made));
        break;
      }
    }
  }
  return client;
}

class ClientChooser {
 public:
  ClientChooser(const Subject& subject, const Size& size)
      : subject_(subject), size_(size), shapes_(shapes_of(size)), calls_(all_calls(subject, size)) {
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      const bool is_first = i == 0 || calls_[i - 1].operation != calls_[i].operation;
      if (is_first && can_fill(subject.operation(Phase::threads, calls_[i].operation))) filling_.push_back(i);
    }
  }

  Client choose(Choices& choices) const {
    Client client;
    int number = 0;
    for (std::size_t values : subject_.make_choices()) client.made.choices.push_back(choices.below(values));
    const Shape& shape = shapes_[choices.below(shapes_.size())];
    const std::size_t most = static_cast<std::size_t>(size_.before);
    const std::size_t before = size_.exactly ? most : choices.below(most + 1);
    Possible possible(subject_, size_, calls_);
    for (std::size_t i = 0; i < before; ++i) {
      const bool fills = size_.fills && i == 0;
      const std::vector<std::size_t> calls = fills ? filling_ : possible.from(0, Possible::kMain);
      if (calls.empty()) {
        choices.exclude();
        return client;
      }
      client.before.push_back(possible.make(calls[choices.below(calls.size())], ++number));
      client.before.back().fills = fills;
    }
    std::vector<std::size_t> previous;
    for (std::size_t thread = 0; thread < shape.size(); ++thread) {
      const std::size_t length = static_cast<std::size_t>(shape[thread]);
      bool sorted = previous.size() == length;  // does not come before the previous thread so far
      std::vector<std::size_t> chosen;
      client.threads.emplace_back();
      for (std::size_t i = 0; i < length; ++i) {
        const std::vector<std::size_t> calls = possible.from(sorted ? previous[i] : 0, thread);
        if (calls.empty()) {
          choices.exclude();
          return client;
        }
        chosen.push_back(calls[choices.below(calls.size())]);
        sorted = sorted && chosen[i] == previous[i];
        client.threads.back().push_back(possible.make(chosen[i], ++number));
      }
      previous = std::move(chosen);
    }
    return client;
  }

 private:
  const Subject& subject_;
  Size size_;
  std::vector<Shape> shapes_;
  std::vector<Call> calls_;
  std::vector<std::size_t> filling_;  // those that can fill an object, one of each operation
};

}  // namespace client
}  // namespace sleave

#endif
