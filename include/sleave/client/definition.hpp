// Definition: the operations of a class, as a client file lists them.
#ifndef SLEAVE_CLIENT_DEFINITION_HPP
#define SLEAVE_CLIENT_DEFINITION_HPP

#include <algorithm>
#include <any>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "handles.hpp"
#include "pools.hpp"
#include "results.hpp"
#include "subject.hpp"

namespace sleave {
namespace client {

// What an argument can be: one of some values, a number that no other call of the client has, what an earlier call
// returned, or the client's other object. Each has the value for a call, whether there is one, and its text.
template <typename T>
struct Among final : Domain {
  explicit Among(std::vector<T> given, std::vector<T> others = {}) : values(std::move(given)), allowed(std::move(others)) {}

  Argument argument() const override { return {values.size(), "", nullptr, false, {}}; }
  T value(std::size_t choice, const Call& /*call*/, const Handles& /*handles*/, const Objects* /*objects*/) const {
    return solved(values[choice], pool, allowed);
  }
  std::string text(std::size_t choice, const Call& /*call*/, const std::vector<std::string>& /*results*/) const override {
    return text_of(values[choice]);
  }
  std::string pool_key() const override { return typeid(T).name() + (" " + pool_text()); }
  std::string pool_text() const override { return listed(values); }
  void add(const std::string& bytes) override {
    const std::optional<T> more = value_of<T>(bytes);
    const auto is_in = [&](const std::vector<T>& list) { return std::find(list.begin(), list.end(), *more) != list.end(); };
    if (more && !is_in(values) && (allowed.empty() || is_in(allowed))) values.push_back(*more);
  }

  std::vector<T> values;
  std::vector<T> allowed;  // that may be added; empty: all
};

struct Fresh final : Domain {
  Argument argument() const override { return {1 + others.size(), "", nullptr, false, others}; }
  int value(std::size_t choice, const Call& call, const Handles& /*handles*/, const Objects* /*objects*/) const {
    return solved(number(choice, call), pool);
  }
  std::string text(std::size_t choice, const Call& call, const std::vector<std::string>& /*results*/) const override {
    return std::to_string(number(choice, call));
  }
  std::string pool_key() const override { return pool_text(); }
  std::string pool_text() const override { return others.empty() ? "all different" : "all different, or once " + listed(others); }
  void add(const std::string& bytes) override {
    const std::optional<int> more = value_of<int>(bytes);
    if (more && std::find(others.begin(), others.end(), *more) == others.end()) others.push_back(*more);
  }

  std::vector<int> others;  // each for one call of a client

 private:
  int number(std::size_t choice, const Call& call) const { return choice == 0 ? call.number : others[choice - 1]; }
};

template <typename T>
struct Returned final : Domain {
  explicit Returned(std::string operation, bool kept = false) : maker(std::move(operation)), is_kept(kept) {}

  // The call does not give it back: others may use it again.
  Returned kept() const { return Returned(maker, true); }

  Argument argument() const override { return {0, maker, &typeid(T), is_kept, {}}; }
  bool has_value(std::size_t choice, const Handles& handles) const override { return handles[choice].has_value(); }
  T value(std::size_t choice, const Call& /*call*/, const Handles& handles, const Objects* /*objects*/) const {
    return *std::any_cast<T>(&handles[choice]);
  }
  std::string text(std::size_t choice, const Call& /*call*/, const std::vector<std::string>& results) const override {
    return choice < results.size() ? results[choice] : "result of " + maker;
  }

  std::string maker;
  bool is_kept;
};

template <typename Type>
struct Another final : Domain {
  Type& value(std::size_t /*choice*/, const Call& call, const Handles& /*handles*/, const Objects* objects) const {
    return *static_cast<Type*>(objects->another(call));
  }
  std::string text(std::size_t /*choice*/, const Call& call, const std::vector<std::string>& /*results*/) const override {
    return call.receiver == 0 ? "b" : "a";
  }
};

template <typename T>
struct IsAnother : std::false_type {};
template <typename T>
struct IsAnother<Another<T>> : std::true_type {};

// What more is known of an operation.
class OperationWords {
 public:
  explicit OperationWords(Operation& operation) : operation_(operation) {}

  // Its result is only a hint, such as a size: it must be one that some of the calls, in some order, lead to.
  OperationWords& weak() {
    operation_.compared = Compared::loosely;
    return *this;
  }

  // Its result is not compared.
  OperationWords& ignored() {
    operation_.compared = Compared::not_at_all;
    return *this;
  }

  // What it does to the elements of the container: inserts its last argument, or removes or looks at what it returns. For
  // contract() and model().
  OperationWords& inserts() { return has_role(Role::inserts); }
  OperationWords& removes() { return has_role(Role::removes); }
  OperationWords& looks() { return has_role(Role::looks); }

  // It takes effect in several steps, in between which others see it: the results of clients that call it are not
  // judged. Crashes, data races and deadlocks count.
  OperationWords& not_atomic() {
    operation_.is_atomic = false;
    return *this;
  }

  // Only one thread calls the operations of a group: there is one consumer, say.
  OperationWords& group(std::string name) {
    operation_.group = std::move(name);
    return *this;
  }

 private:
  OperationWords& has_role(Role role) {
    operation_.role = role;
    return *this;
  }

  Operation& operation_;
};

template <std::size_t... I, typename Domains>
auto argument_values(const Call& call, std::index_sequence<I...> /*unused*/, const Domains& domains,
                     const Handles& handles, const Objects* objects) {
  return std::tuple<decltype(std::get<I>(domains).value(call.choices[I], call, handles, objects))...>(
      std::get<I>(domains).value(call.choices[I], call, handles, objects)...);
}

template <typename Type, typename Function, typename... Domains>
class OperationOf final : public Operation {
 public:
  OperationOf(const std::string& name, const Function& function, const Domains&... domains)
      : Operation(name), function_(function), domains_(domains...) {
    this->domains = domains_of(Indices());
    returns_bool = std::is_same_v<Result, bool>;
  }

  std::string perform_once(const Objects& objects, const Call& call, Handles& handles, const CallTime& time) const override {
    if (!has_values(call, handles)) {
      time.end();
      return kNotCalled;
    }
    auto values = argument_values(call, Indices(), domains_, handles, &objects);
    const auto keep = [&](const auto& result) {
      if (is_maker) keep_handle(result, handles[static_cast<std::size_t>(call.number)]);
    };
    return result_of([&]() -> Result { return called(*static_cast<Type*>(objects.receiver(call)), values, Indices()); }, time, keep);
  }

  const std::type_info& handle_type() const override { return typeid(typename HandleTypeOf<Result>::Type); }

 private:
  using Indices = std::index_sequence_for<Domains...>;
  template <typename Domain>
  using ValueOf = decltype(std::declval<const Domain&>().value(0, std::declval<const Call&>(), std::declval<const Handles&>(), nullptr));
  using Result = std::invoke_result_t<const Function&, Type&, ValueOf<Domains>&...>;

  template <std::size_t... I>
  std::vector<Domain*> domains_of(std::index_sequence<I...> /*unused*/) {
    return {&std::get<I>(domains_)...};
  }

  template <typename Values, std::size_t... I>
  Result called(Type& object, Values& values, std::index_sequence<I...> /*unused*/) const {
    return function_(object, std::get<I>(values)...);
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
    return std::apply(function_, argument_values(made, std::index_sequence_for<Domains...>(), domains_, {}, nullptr)).release();
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
  const std::string& contract() const override { return contract_; }
  const std::string& model() const override { return model_; }
  const std::string& progress() const override { return progress_; }
  std::size_t objects() const override { return objects_; }
  void enter_thread() const override {
    if (enter_ != nullptr) enter_();
  }
  void leave_thread() const override {
    if (leave_ != nullptr) leave_();
  }
  bool add_value(std::size_t pool, const std::string& bytes) override {
    for (const std::unique_ptr<Operation>& operation : operations_) operation->add_value(pool, bytes);
    return pool < pools_.size();
  }
  std::vector<std::string> pool_texts() const override {
    std::vector<std::string> texts;
    for (std::size_t pool = 0; pool < pools_.size(); ++pool) {
      std::string names;
      std::string text;
      for (const std::unique_ptr<Operation>& operation : operations_) {
        const std::string values = operation->pool_text(pool);
        if (values.empty()) continue;
        text = values;
        names += (names.empty() ? "" : ", ") + operation->name;
      }
      texts.push_back(names + ": " + text);
    }
    return texts;
  }

 protected:
  // How an object is made, and what each argument can be; without it by its default constructor.
  template <typename Function, typename... Domains>
  void make(Function function, Domains... domains) {
    make_choices_ = {domains.argument().values...};
    maker_ = std::make_unique<MakerOf<Function, Domains...>>(std::move(function), std::move(domains)...);
  }

  // An operation, as a function of the object and the arguments, and what each argument can be.
  template <typename Function, typename... Domains>
  OperationWords op(const std::string& name, const Function& function, const Domains&... domains) {
    if ((IsAnother<Domains>::value || ...)) objects_ = 2;
    return add(operations_, new OperationOf<Type, Function, Domains...>(name, function, domains...));
  }

  // What the main thread calls when all threads have ended: what is left in the object, whether it is intact.
  template <typename Function>
  OperationWords finally(const std::string& name, const Function& function) {
    return add(final_operations_, new OperationOf<Type, Function>(name, function));
  }

  // A weaker contract than linearizability: sequential, quiescent, quasi-1 to quasi-9, or fifo-per-producer.
  void contract(std::string name) { contract_ = std::move(name); }

  // The results must be those of a queue, stack, set or register, instead of those of the class itself.
  void model(std::string name) { model_ = std::move(name); }

  // What the class claims: obstruction-free or lock-free. Checked by samples; without Sleave not at all.
  void progress(std::string name) { progress_ = std::move(name); }

  // What each thread, main as well, does before its first call, and after its last.
  void per_thread(void (*enter)(), void (*leave)() = nullptr) {
    enter_ = enter;
    leave_ = leave;
  }

  template <typename T, typename... Others>
  static Among<T> among(T first, Others... others) {
    return Among<T>({first, static_cast<T>(others)...});
  }

  // All enumerators from 0 to 63; of more than four only the first two, and others if they take other branches.
  template <typename T>
  static Among<T> enumerators() {
    const std::vector<T> all = enumerators_of<T>();
    return Among<T>(all.size() > 4 ? std::vector<T>(all.begin(), all.begin() + 2) : all, all);
  }
  static Fresh fresh() { return {}; }

  // What an earlier call of the named operation returned, by the same thread or by main; the call gives it back, so no
  // other call gets it, unless it is kept(). Of an optional or a pair of bool and T, the T. Where the earlier call
  // returned nothing, the call is not made.
  template <typename T>
  static Returned<T> returned_by(std::string maker) {
    return Returned<T>(std::move(maker));
  }

  // Another object of the class: every client then has two, and calls both.
  static Another<Type> another() { return {}; }

 private:
  using Operations = std::vector<std::unique_ptr<Operation>>;

  const Operations& in(Phase phase) const { return phase == Phase::final ? final_operations_ : operations_; }

  // Takes it; a smart pointer to each type of operation would have to be compiled.
  OperationWords add(Operations& operations, Operation* operation) {
    operations.emplace_back(operation);
    operation->find_pools(pools_);
    find_makers();
    return OperationWords(*operations.back());
  }

  void find_makers() {
    for (const std::unique_ptr<Operation>& user : operations_) {
      for (const Argument& argument : user->arguments) {
        for (const std::unique_ptr<Operation>& maker : operations_) {
          if (maker->name == argument.maker) maker->is_maker = true;
        }
      }
    }
  }

  std::unique_ptr<Maker> maker_;
  std::vector<std::size_t> make_choices_;
  Operations operations_;
  Operations final_operations_;
  std::vector<std::string> pools_;  // keys
  std::string contract_;
  std::string model_;
  std::string progress_;
  std::size_t objects_ = 1;
  void (*enter_)() = nullptr;
  void (*leave_)() = nullptr;
};

}  // namespace client
}  // namespace sleave

#endif
