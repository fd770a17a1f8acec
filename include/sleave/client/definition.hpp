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

#include "execution.hpp"
#include "handles.hpp"
#include "pools.hpp"
#include "results.hpp"
#include "subject.hpp"

namespace sleave {
namespace client {

// What an argument can be: one of some values, a number that no other call of the client has, what an earlier call
// returned, or the client's other object. Each has the value for a call, whether there is one, and its text.
template <typename T>
struct Among {
  std::vector<T> values;
  std::size_t pool = kNoPool;
  std::vector<T> allowed{};  // that may be added; empty: all

  Argument argument() const { return {values.size(), "", nullptr, false, {}}; }
  bool has_value(std::size_t /*choice*/, const Handles& /*handles*/) const { return true; }
  T value(std::size_t choice, const Call& /*call*/, const Handles& /*handles*/, const Objects* /*objects*/) const {
    return solved(values[choice], pool, allowed);
  }
  std::string text(std::size_t choice, const Call& /*call*/, const std::vector<std::string>& /*results*/) const {
    return text_of(values[choice]);
  }
  std::string pool_key() const { return typeid(T).name() + (" " + pool_text()); }
  std::string pool_text() const { return listed(values); }
  void add(const std::string& bytes) {
    const std::optional<T> more = value_of<T>(bytes);
    const auto is_in = [&](const std::vector<T>& list) { return std::find(list.begin(), list.end(), *more) != list.end(); };
    if (more && !is_in(values) && (allowed.empty() || is_in(allowed))) values.push_back(*more);
  }
};

struct Fresh {
  std::vector<int> others;  // each for one call of a client
  std::size_t pool = kNoPool;

  Argument argument() const { return {1 + others.size(), "", nullptr, false, others}; }
  bool has_value(std::size_t /*choice*/, const Handles& /*handles*/) const { return true; }
  int value(std::size_t choice, const Call& call, const Handles& /*handles*/, const Objects* /*objects*/) const {
    return solved(number(choice, call), pool);
  }
  std::string text(std::size_t choice, const Call& call, const std::vector<std::string>& /*results*/) const {
    return std::to_string(number(choice, call));
  }
  std::string pool_key() const { return pool_text(); }
  std::string pool_text() const { return others.empty() ? "all different" : "all different, or once " + listed(others); }
  void add(const std::string& bytes) {
    const std::optional<int> more = value_of<int>(bytes);
    if (more && std::find(others.begin(), others.end(), *more) == others.end()) others.push_back(*more);
  }

 private:
  int number(std::size_t choice, const Call& call) const { return choice == 0 ? call.number : others[choice - 1]; }
};

template <typename T>
struct Returned {
  std::string maker;
  bool is_kept = false;

  // The call does not give it back: others may use it again.
  Returned kept() const { return {maker, true}; }

  Argument argument() const { return {0, maker, &typeid(T), is_kept, {}}; }
  bool has_value(std::size_t choice, const Handles& handles) const { return handles[choice].has_value(); }
  T value(std::size_t choice, const Call& /*call*/, const Handles& handles, const Objects* /*objects*/) const {
    return *std::any_cast<T>(&handles[choice]);
  }
  std::string text(std::size_t choice, const Call& /*call*/, const std::vector<std::string>& results) const {
    return choice < results.size() ? results[choice] : "result of " + maker;
  }
};

template <typename Type>
struct Another {
  Argument argument() const { return {}; }
  bool has_value(std::size_t /*choice*/, const Handles& /*handles*/) const { return true; }
  Type& value(std::size_t /*choice*/, const Call& call, const Handles& /*handles*/, const Objects* objects) const {
    return *static_cast<Type*>(objects->another(call));
  }
  std::string text(std::size_t /*choice*/, const Call& call, const std::vector<std::string>& /*results*/) const {
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

// Calls `visit` with each domain and the choice that a call makes of it.
template <std::size_t... I, typename Visit, typename Domains>
void for_each_domain(const Call& call, std::index_sequence<I...> /*unused*/, const Domains& domains, Visit visit) {
  (visit(std::get<I>(domains), call.choices[I]), ...);
}

template <std::size_t... I, typename Domains>
auto argument_values(const Call& call, std::index_sequence<I...> /*unused*/, const Domains& domains,
                     const Handles& handles, const Objects* objects) {
  return std::tuple<decltype(std::get<I>(domains).value(call.choices[I], call, handles, objects))...>(
      std::get<I>(domains).value(call.choices[I], call, handles, objects)...);
}

template <typename Type, typename Function, typename... Domains>
class OperationOf final : public Operation {
 public:
  OperationOf(std::string name, Function function, Domains... domains)
      : Operation(std::move(name)), function_(std::move(function)), domains_(std::move(domains)...) {
    describe_arguments();
    returns_bool = std::is_same_v<Result, bool>;
  }

  void add_value(std::size_t pool, const std::string& bytes) override {
    std::apply([&](auto&... each) { (add_to(each, pool, bytes), ...); }, domains_);
    describe_arguments();
  }

  std::string pool_text(std::size_t pool) const override {
    std::string text;
    std::apply([&](const auto&... each) { (take_text(each, pool, text), ...); }, domains_);
    return text;
  }

  std::string perform_once(const Objects& objects, const Call& call, Handles& handles, Ended& ended) const override {
    bool there = true;
    for_each_domain(call, Indices(), domains_, [&](const auto& domain, std::size_t choice) {
      there = there && domain.has_value(choice, handles);
    });
    if (!there) {
      ended();
      return kNotCalled;
    }
    const auto keep = [&](const auto& result) { keep_handle(result, handles[static_cast<std::size_t>(call.number)]); };
    return std::apply(
        [&](auto&&... values) {
          return result_of([&] { return function_(*static_cast<Type*>(objects.receiver(call)), values...); }, ended, keep);
        },
        argument_values(call, Indices(), domains_, handles, &objects));
  }

  std::vector<std::string> argument_texts(const Call& call, const std::vector<std::string>& results) const override {
    std::vector<std::string> texts;
    for_each_domain(call, Indices(), domains_, [&](const auto& domain, std::size_t choice) {
      texts.push_back(domain.text(choice, call, results));
    });
    return texts;
  }

  const std::type_info& handle_type() const override { return typeid(typename HandleTypeOf<Result>::Type); }

 private:
  using Indices = std::index_sequence_for<Domains...>;
  template <typename Domain>
  using ValueOf = decltype(std::declval<const Domain&>().value(0, std::declval<const Call&>(), std::declval<const Handles&>(), nullptr));
  using Result = std::invoke_result_t<const Function&, Type&, ValueOf<Domains>&...>;

  void describe_arguments() {
    std::apply([this](const auto&... each) { arguments = {each.argument()...}; }, domains_);
  }

  template <typename Domain>
  static void add_to(Domain& domain, std::size_t pool, const std::string& bytes) {
    if constexpr (HasPool<Domain>::value) {
      if (domain.pool == pool) domain.add(bytes);
    }
  }

  template <typename Domain>
  static void take_text(const Domain& domain, std::size_t pool, std::string& text) {
    if constexpr (HasPool<Domain>::value) {
      if (domain.pool == pool) text = domain.pool_text();
    }
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
  History execute(const Client& client) const override { return Execution(*this, client, enter_, leave_).run(); }
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
  OperationWords op(std::string name, Function function, Domains... domains) {
    if ((IsAnother<Domains>::value || ...)) objects_ = 2;
    (find_pool(domains), ...);
    return add(operations_, std::move(name), std::move(function), std::move(domains)...);
  }

  // What the main thread calls when all threads have ended: what is left in the object, whether it is intact.
  template <typename Function>
  OperationWords finally(std::string name, Function function) {
    return add(final_operations_, std::move(name), std::move(function));
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
    return {{first, static_cast<T>(others)...}, kNoPool, {}};
  }

  // All enumerators from 0 to 63; of more than four only the first two, and others if they take other branches.
  template <typename T>
  static Among<T> enumerators() {
    const std::vector<T> all = enumerators_of<T>();
    return {all.size() > 4 ? std::vector<T>(all.begin(), all.begin() + 2) : all, kNoPool, all};
  }
  static Fresh fresh() { return {}; }

  // What an earlier call of the named operation returned, by the same thread or by main; the call gives it back, so no
  // other call gets it, unless it is kept(). Of an optional or a pair of bool and T, the T. Where the earlier call
  // returned nothing, the call is not made.
  template <typename T>
  static Returned<T> returned_by(std::string maker) {
    return {std::move(maker), false};
  }

  // Another object of the class: every client then has two, and calls both.
  static Another<Type> another() { return {}; }

 private:
  using Operations = std::vector<std::unique_ptr<Operation>>;

  // Arguments with the same values have one.
  template <typename Domain>
  void find_pool(Domain& domain) {
    if constexpr (HasPool<Domain>::value) {
      const auto found = std::find(pools_.begin(), pools_.end(), domain.pool_key());
      domain.pool = static_cast<std::size_t>(found - pools_.begin());
      if (found == pools_.end()) pools_.push_back(domain.pool_key());
    }
  }

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
