// A client and what its calls did, as the search and the judgment see them: without the type of the class.
#ifndef SLEAVE_CLIENT_SUBJECT_HPP
#define SLEAVE_CLIENT_SUBJECT_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sleave {
namespace client {

// A call of a client: an operation, and which of its values each argument has.
struct Call {
  std::size_t operation = 0;
  std::vector<std::size_t> choices;
  int number = 0;  // of the client's calls, from 1
};

// Told that a call is over, before its result becomes text.
class Ended {
 public:
  virtual ~Ended() = default;
  virtual void operator()() = 0;
};

class Operation {
 public:
  explicit Operation(std::string given_name) : name(std::move(given_name)) {}
  virtual ~Operation() = default;
  virtual std::string perform(void* object, const Call& call, Ended& ended) const = 0;
  virtual std::string text(const Call& call) const = 0;  // push(1)

  std::string name;
  std::vector<std::size_t> choices;  // how many values each argument can have
  bool is_weak = false;              // its result is not compared
  std::string group;                 // of operations that only one thread calls
};

// One client: how the object is made, and the calls of main and of each thread.
struct Client {
  Call made;
  std::vector<Call> before;
  std::vector<std::vector<Call>> threads;
};

// When a call began and ended, by any clock that never stands still. Both 0: at any time between its neighbors.
struct Interval {
  std::uint64_t first;
  std::uint64_t last;
};

// Main calls before the threads begin, and after they have ended.
enum class Phase { before, threads, final };

struct Recorded {
  Call call;
  int thread = 0;  // 0: main
  Phase phase = Phase::threads;
  Interval time{};
  std::string result;
};

using History = std::vector<Recorded>;  // of each thread in its order

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
  virtual History execute(const Client& client) const = 0;  // lets the threads make their calls

  const Operation& operation(const Recorded& recorded) const { return operation(recorded.phase, recorded.call.operation); }
};

}  // namespace client
}  // namespace sleave

#endif
