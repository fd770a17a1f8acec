// Definition: the operations of a class, as a client file lists them.
#ifndef SLEAVE_CLIENT_DEFINITION_HPP
#define SLEAVE_CLIENT_DEFINITION_HPP

#include <cstddef>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "execution.hpp"
#include "results.hpp"
#include "subject.hpp"

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

// What more is known of an operation.
class OperationWords {
 public:
  explicit OperationWords(Operation& operation) : operation_(operation) {}

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
  Operation& operation_;
};

template <std::size_t... I, typename... Domains>
auto argument_values(const Call& call, std::index_sequence<I...> /*unused*/, const Domains&... domains) {
  return std::make_tuple(domains.value(call.choices[I], call.number)...);
}

template <typename Type, typename Function, typename... Domains>
class OperationOf final : public Operation {
 public:
  OperationOf(std::string name, Function function, Domains... domains)
      : Operation(std::move(name)), function_(std::move(function)), domains_(std::move(domains)...) {
    std::apply([this](const auto&... each) { choices = {each.size()...}; }, domains_);
  }

  std::string perform(void* object, const Call& call, Ended& ended) const override {
    return std::apply(
        [&](auto... values) { return result_of([&] { return function_(*static_cast<Type*>(object), values...); }, ended); },
        arguments(call));
  }

  std::string text(const Call& call) const override {
    std::string list;
    std::apply([&](auto... values) { ((list += (list.empty() ? "" : ", ") + text_of(values)), ...); }, arguments(call));
    return name + "(" + list + ")";
  }

 private:
  auto arguments(const Call& call) const {
    return std::apply(
        [&](const auto&... each) { return argument_values(call, std::index_sequence_for<Domains...>(), each...); }, domains_);
  }

  Function function_;
  std::tuple<Domains...> domains_;
};

// How an object is made.
class Maker {
 public:
  virtual ~Maker() = default;
  virtual void* make(const Call& made) const = 0;
};

template <typename Function, typename... Domains>
class MakerOf final : public Maker {
 public:
  explicit MakerOf(Function function, Domains... domains) : function_(std::move(function)), domains_(std::move(domains)...) {}

  void* make(const Call& made) const override {
    return std::apply(
        [&](const auto&... each) {
          return std::apply(function_, argument_values(made, std::index_sequence_for<Domains...>(), each...)).release();
        },
        domains_);
  }

 private:
  Function function_;
  std::tuple<Domains...> domains_;
};

template <typename Type>
class Definition : public Subject {
 public:
  std::size_t count(Phase phase) const override { return in(phase).size(); }
  const Operation& operation(Phase phase, std::size_t index) const override { return *in(phase)[index]; }
  std::vector<std::size_t> make_choices() const override { return make_choices_; }
  bool can_make() const override { return std::is_default_constructible_v<Type> || maker_; }
  void* make_object(const Call& made) const override {
    if (maker_) return maker_->make(made);
    if constexpr (std::is_default_constructible_v<Type>) return new Type();
    return nullptr;
  }
  void delete_object(void* object) const override { delete static_cast<Type*>(object); }
  History execute(const Client& client) const override { return Execution(*this, client, enter_, leave_).run(); }

 protected:
  // How an object is made, and what each argument can be; without it by its default constructor.
  template <typename Function, typename... Domains>
  void make(Function function, Domains... domains) {
    make_choices_ = {domains.size()...};
    maker_ = std::make_unique<MakerOf<Function, Domains...>>(std::move(function), std::move(domains)...);
  }

  // An operation, as a function of the object and the arguments, and what each argument can be.
  template <typename Function, typename... Domains>
  OperationWords op(std::string name, Function function, Domains... domains) {
    return add(operations_, std::move(name), std::move(function), std::move(domains)...);
  }

  // What the main thread calls when all threads have ended: what is left in the object, whether it is intact.
  template <typename Function>
  void finally(std::string name, Function function) {
    add(final_operations_, std::move(name), std::move(function));
  }

  // What each thread, main as well, does before its first call, and after its last.
  void per_thread(void (*enter)(), void (*leave)() = nullptr) {
    enter_ = enter;
    leave_ = leave;
  }

  template <typename T, typename... Others>
  static Among<T> among(T first, Others... others) {
    return {{first, static_cast<T>(others)...}};
  }
  static Fresh fresh() { return {}; }

 private:
  using Operations = std::vector<std::unique_ptr<Operation>>;

  const Operations& in(Phase phase) const { return phase == Phase::final ? final_operations_ : operations_; }

  template <typename Function, typename... Domains>
  OperationWords add(Operations& operations, std::string name, Function function, Domains... domains) {
    operations.push_back(std::make_unique<OperationOf<Type, Function, Domains...>>(std::move(name), std::move(function),
                                                                                  std::move(domains)...));
    return OperationWords(*operations.back());
  }

  std::unique_ptr<Maker> maker_;
  std::vector<std::size_t> make_choices_;
  Operations operations_;
  Operations final_operations_;
  void (*enter_)() = nullptr;
  void (*leave_)() = nullptr;
};

}  // namespace client
}  // namespace sleave

#endif
