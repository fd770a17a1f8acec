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

template <typename Type>
struct Operation {
  std::string name;
  std::vector<std::size_t> choices;  // how many values each argument can have
  std::function<std::string(Type&, const Call&)> perform;
  std::function<std::string(const Call&)> text;  // of the call: push(1)
};

template <typename Type>
class Definition {
 public:
  const std::vector<Operation<Type>>& operations() const { return operations_; }
  const std::vector<Operation<Type>>& final_operations() const { return final_operations_; }
  std::unique_ptr<Type> new_object() const { return make_(); }

 protected:
  // How an object is made; without it by its default constructor.
  void make(std::function<std::unique_ptr<Type>()> function) { make_ = std::move(function); }

  // An operation, as a function of the object and the arguments, and what each argument can be.
  template <typename Function, typename... Domains>
  void op(std::string name, Function function, Domains... domains) {
    operations_.push_back(operation(std::move(name), std::move(function), std::move(domains)...));
  }

  // What the main thread calls when all threads have ended: what is left in the object, whether it is intact.
  template <typename Function>
  void finally(std::string name, Function function) {
    final_operations_.push_back(operation(std::move(name), std::move(function)));
  }

  template <typename T, typename... Others>
  static Among<T> among(T first, Others... others) {
    return {{first, others...}};
  }
  static Fresh fresh() { return {}; }

 private:
  template <typename Function, typename... Domains>
  static Operation<Type> operation(std::string name, Function function, Domains... domains) {
    const auto arguments = [=](const Call& call) { return values(call, std::index_sequence_for<Domains...>(), domains...); };
    const auto perform = [=](Type& object, const Call& call) {
      return std::apply([&](auto... values) { return result_of([&] { return function(object, values...); }); },
                        arguments(call));
    };
    const auto text = [=](const Call& call) {
      std::string list;
      std::apply([&](auto... values) { ((list += (list.empty() ? "" : ", ") + text_of(values)), ...); },
                 arguments(call));
      return name + "(" + list + ")";
    };
    return {name, {domains.size()...}, perform, text};
  }

  template <std::size_t... I, typename... Domains>
  static auto values(const Call& call, std::index_sequence<I...> /*unused*/, const Domains&... domains) {
    return std::make_tuple(domains.value(call.choices[I], call.number)...);
  }

  std::function<std::unique_ptr<Type>()> make_ = [] { return std::make_unique<Type>(); };
  std::vector<Operation<Type>> operations_;
  std::vector<Operation<Type>> final_operations_;
};

}  // namespace client
}  // namespace sleave

#endif
