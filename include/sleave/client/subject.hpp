// A client and what its calls did, as the search and the judgment see them: without the type of the class.
#ifndef SLEAVE_CLIENT_SUBJECT_HPP
#define SLEAVE_CLIENT_SUBJECT_HPP

#include <any>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include "hooks.hpp"

namespace sleave {
namespace client {

// A call of a client: an operation, and which of its values each argument has; of a handle, the number of the call that
// returned it.
struct Call {
  std::size_t operation = 0;
  std::vector<std::size_t> choices;
  int number = 0;            // of the client's calls, from 1
  std::size_t receiver = 0;  // which of the client's objects
  bool fills = false;        // made again and again, until it fails
};

// What calls returned for later ones, by their numbers.
using Handles = std::vector<std::any>;

// When a call began and ended, by any clock that never stands still. Both 0: at any time between its neighbors.
struct Interval {
  std::uint64_t first;
  std::uint64_t last;
};

inline std::atomic<std::uint64_t> call_clock{0};  // without Sleave

// A call from its beginning to its end, which comes before its result becomes text. Sleave knows the first and the last
// event of a call of the threads, and needs no clock.
class CallTime {
 public:
  CallTime() = default;  // of no interest
  CallTime(Interval& time, unsigned number) : time_(&time), number_(number) {
    if (__sleave_call_begins != nullptr) {
      __sleave_call_begins(number_);
    } else {
      time_->first = ++call_clock;
    }
  }
  void end() const {
    if (time_ == nullptr) return;
    if (__sleave_call_begins != nullptr) {
      __sleave_call_ends(number_, &time_->first, &time_->last);
    } else {
      time_->last = ++call_clock;
    }
  }

 private:
  Interval* time_ = nullptr;
  unsigned number_ = 0;
};

// What an argument can be: one of some values, or a handle, which an earlier call of the same thread or of main returned.
struct Argument {
  std::size_t values = 1;
  std::string maker;                      // of a handle: the operation that returns it
  const std::type_info* type = nullptr;   // of a handle
  bool is_kept = false;                   // a handle that is not given back by the call
  std::vector<int> once{};  // of a number that no other call has: others, which one call of a client may have; `values` counts them
};

class Objects;

// What an operation does to the elements of a container, for contracts and models.
enum class Role { none, inserts, removes, looks };

// How far the result of an operation counts: it must fit into the order of the calls; or it is a hint, such as a size, and
// must be one that some of the calls, in some order, lead to; or not at all.
enum class Compared { exactly, loosely, not_at_all };

// A container that has room for more is not filled.
constexpr std::size_t kMostToFill = 1000;

constexpr std::size_t kNoPool = static_cast<std::size_t>(-1);

// What an argument can be, whatever its type.
class Domain {
 public:
  virtual ~Domain() = default;
  virtual Argument argument() const { return {}; }
  virtual bool has_value(std::size_t /*choice*/, const Handles& /*handles*/) const { return true; }
  virtual std::string text(std::size_t choice, const Call& call, const std::vector<std::string>& results) const = 0;

  // Arguments with the same values share a pool, to which more can be added. Empty: there is none.
  virtual std::string pool_key() const { return ""; }
  virtual std::string pool_text() const { return ""; }
  virtual void add(const std::string& /*bytes*/) {}
  std::size_t pool = kNoPool;
};

class Operation {
 public:
  explicit Operation(std::string given_name) : name(std::move(given_name)) {}
  virtual ~Operation() = default;
  std::string perform(const Objects& objects, const Call& call, Handles& handles, const CallTime& time) const {
    if (!call.fills) return perform_once(objects, call, handles, time);
    std::size_t times = 0;
    while (times < kMostToFill && perform_once(objects, call, handles, time) == "true") ++times;
    return std::to_string(times) + " times";
  }
  virtual std::string perform_once(const Objects& objects, const Call& call, Handles& handles, const CallTime& time) const = 0;
  // `results`: of the calls by their numbers, empty if they are not known.
  virtual std::vector<std::string> argument_texts(const Call& call, const std::vector<std::string>& results) const {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < domains.size(); ++i) texts.push_back(domains[i]->text(call.choices[i], call, results));
    return texts;
  }
  bool has_values(const Call& call, const Handles& handles) const {
    for (std::size_t i = 0; i < domains.size(); ++i) {
      if (!domains[i]->has_value(call.choices[i], handles)) return false;
    }
    return true;
  }
  void find_pools(std::vector<std::string>& pools) {
    for (Domain* domain : domains) {
      const std::string key = domain->pool_key();
      if (key.empty()) continue;
      for (domain->pool = 0; domain->pool < pools.size() && pools[domain->pool] != key;) ++domain->pool;
      if (domain->pool == pools.size()) pools.push_back(key);
    }
    describe_arguments();
  }
  void add_value(std::size_t pool, const std::string& bytes) {
    for (Domain* domain : domains) {
      if (domain->pool == pool) domain->add(bytes);
    }
    describe_arguments();
  }
  std::string pool_text(std::size_t pool) const {  // empty: no argument has it
    std::string text;
    for (const Domain* domain : domains) {
      if (domain->pool == pool) text = domain->pool_text();
    }
    return text;
  }
  virtual const std::type_info& handle_type() const = 0;  // of what it returns for later calls; void: nothing

  std::string name;
  std::vector<Argument> arguments;
  std::vector<Domain*> domains;  // of the arguments
  Compared compared = Compared::exactly;
  bool is_atomic = true;  // otherwise it takes effect in several steps, and no order explains that
  Role role = Role::none;
  bool returns_bool = false;
  bool is_maker = false;  // an argument of some operation is what this one returns
  std::string group;  // of operations that only one thread calls

 private:
  void describe_arguments() {
    arguments.clear();
    for (const Domain* domain : domains) arguments.push_back(domain->argument());
  }
};

// The result of a call whose handle does not exist, as the call that should have returned it failed.
constexpr const char* kNotCalled = "not called";

// One client: how the object is made, and the calls of main and of each thread.
struct Client {
  Call made;
  std::vector<Call> before;
  std::vector<std::vector<Call>> threads;

  std::size_t count() const {  // of calls
    std::size_t all = before.size();
    for (const std::vector<Call>& calls : threads) all += calls.size();
    return all;
  }
};

// Main calls before the threads begin, and after they have ended.
enum class Phase { before, threads, final };

struct Recorded {
  Call call;
  int thread = 0;  // 0: main
  Phase phase = Phase::threads;
  Interval time{};
  std::string result;
  bool is_pending = false;  // it has not returned
};

using History = std::vector<Recorded>;  // of each thread in its order

// What main and each thread of the client that runs have done so far; null: none runs.
inline const std::vector<History>* recorded_so_far = nullptr;

// The class under test.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual std::size_t count(Phase phase) const = 0;  // of operations
  virtual const Operation& operation(Phase phase, std::size_t index) const = 0;
  virtual std::vector<std::size_t> make_choices() const = 0;
  virtual bool can_make() const = 0;
  virtual void* make_object(const Call& made) const = 0;
  virtual void delete_object(void* object) const = 0;
  virtual const std::string& contract() const = 0;  // its name, empty: the default
  virtual const std::string& model() const = 0;     // its name, empty: the class itself
  virtual const std::string& progress() const = 0;  // its name, empty: nothing is claimed
  virtual std::size_t objects() const = 0;  // of each client: 2 if an operation takes another one
  virtual void enter_thread() const {}  // what each thread, main as well, does before its first call
  virtual void leave_thread() const {}  // and each but main after its last
  virtual bool add_value(std::size_t /*pool*/, const std::string& /*bytes*/) { return false; }  // false: no such pool
  virtual std::vector<std::string> pool_texts() const { return {}; }  // "push: 1 or 2"

  const Operation& operation(const Recorded& recorded) const { return operation(recorded.phase, recorded.call.operation); }
};

// The objects of a client.
class Objects {
 public:
  Objects(const Subject& subject, const Call& made) : subject_(subject) {
    for (std::size_t i = 0; i < subject.objects(); ++i) objects_.push_back(subject.make_object(made));
  }
  ~Objects() {
    for (void* object : objects_) subject_.delete_object(object);
  }
  Objects(const Objects&) = delete;
  Objects& operator=(const Objects&) = delete;
  void* receiver(const Call& call) const { return objects_[call.receiver]; }
  void* another(const Call& call) const { return objects_[1 - call.receiver]; }

 private:
  const Subject& subject_;
  std::vector<void*> objects_;
};

}  // namespace client
}  // namespace sleave

#endif
