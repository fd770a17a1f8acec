// Definition: the operations of a class, as a client file lists them.
#ifndef SLEAVE_CLIENT_DEFINITION_HPP
#define SLEAVE_CLIENT_DEFINITION_HPP

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "results.hpp"

namespace sleave {
namespace client {

// What an argument can be: one of some values, or a number that no other call of the client has.
template <typename T>
struct Among {
  std::vector<T> values;

  std::size_t size() const { return values.size(); }
  T value(std::size_t choice, int /*call*/) const { return values[choice]; }
};

struct Fresh {
  std::size_t size() const { return 1; }
  int value(std::size_t /*choice*/, int call) const { return call; }
};

// A call of a client: an operation, and which of its values each argument has.
struct Call {
  std::size_t operation = 0;
  std::vector<std::size_t> choices;
  int number = 0;  // of the client's calls, from 1
};

using Ended = std::function<void()>;

template <typename Type>
struct Operation {
  std::string name;
  std::vector<std::size_t> choices;  // how many values each argument can have
  std::function<std::string(Type&, const Call&, const Ended&)> perform;
  std::function<std::string(const Call&)> text;  // of the call: push(1)
  bool is_weak = false;
  std::string group;
};

// What more is known of an operation.
template <typename Type>
class OperationWords {
 public:
  explicit OperationWords(Operation<Type>& operation) : operation_(operation) {}

  // Its result is only a hint and is not compared.
  OperationWords& weak() {
    operation_.is_weak = true;
    return *this;
  }

  // Only one thread calls the operations of a group: there is one consumer, say.
  OperationWords& group(std::string name) {
    operation_.group = std::move(name);
    return *this;
  }

 private:
  Operation<Type>& operation_;
};

template <typename Type>
class Definition {
 public:
  using Operations = std::vector<Operation<Type>>;

  const Operations& operations() const { return operations_; }
  const Operations& final_operations() const { return final_operations_; }
  const std::vector<std::size_t>& make_choices() const { return make_choices_; }
  bool can_make() const { return std::is_default_constructible_v<Type> || has_make_; }
  std::unique_ptr<Type> new_object(const Call& made) const { return make_(made); }
  void enter() const {
    if (enter_) enter_();
  }
  void leave() const {
    if (leave_) leave_();
  }

 protected:
  // How an object is made, and what each argument can be; without it by its default constructor.
  template <typename Function, typename... Domains>
  void make(Function function, Domains... domains) {
    has_make_ = true;
    make_choices_ = {domains.size()...};
    make_ = [=](const Call& made) {
      return std::apply(function, values(made, std::index_sequence_for<Domains...>(), domains...));
    };
  }

  // An operation, as a function of the object and the arguments, and what each argument can be.
  template <typename Function, typename... Domains>
  OperationWords<Type> op(std::string name, Function function, Domains... domains) {
    operations_.push_back(operation(std::move(name), std::move(function), std::move(domains)...));
    return OperationWords<Type>(operations_.back());
  }

  // What the main thread calls when all threads have ended: what is left in the object, whether it is intact.
  template <typename Function>
  void finally(std::string name, Function function) {
    final_operations_.push_back(operation(std::move(name), std::move(function)));
  }

  // What each thread, main as well, does before its first call, and after its last.
  void per_thread(std::function<void()> enter, std::function<void()> leave = nullptr) {
    enter_ = std::move(enter);
    leave_ = std::move(leave);
  }

  template <typename T, typename... Others>
  static Among<T> among(T first, Others... others) {
    return {{first, static_cast<T>(others)...}};
  }
  static Fresh fresh() { return {}; }

 private:
  template <typename Function, typename... Domains>
  static Operation<Type> operation(std::string name, Function function, Domains... domains) {
    const auto arguments = [=](const Call& call) { return values(call, std::index_sequence_for<Domains...>(), domains...); };
    const auto perform = [=](Type& object, const Call& call, const Ended& ended) {
      return std::apply([&](auto... values) { return result_of([&] { return function(object, values...); }, ended); },
                        arguments(call));
    };
    const auto text = [=](const Call& call) {
      std::string list;
      std::apply([&](auto... values) { ((list += (list.empty() ? "" : ", ") + text_of(values)), ...); },
                 arguments(call));
      return name + "(" + list + ")";
    };
    return {name, {domains.size()...}, perform, text, false, ""};
  }

  template <std::size_t... I, typename... Domains>
  static auto values(const Call& call, std::index_sequence<I...> /*unused*/, const Domains&... domains) {
    return std::make_tuple(domains.value(call.choices[I], call.number)...);
  }

  static std::unique_ptr<Type> make_default() {
    if constexpr (std::is_default_constructible_v<Type>) return std::make_unique<Type>();
    return nullptr;
  }

  std::function<std::unique_ptr<Type>(const Call&)> make_ = [](const Call& /*made*/) { return make_default(); };
  bool has_make_ = false;
  std::vector<std::size_t> make_choices_;
  Operations operations_;
  Operations final_operations_;
  std::function<void()> enter_;
  std::function<void()> leave_;
};

}  // namespace client
}  // namespace sleave

#endif
