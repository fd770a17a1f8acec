// A step: one operation of a run, as the run reports it.
#pragma once

#include <cstdint>
#include <optional>

#include "abi/await_conditions.h"
#include "engine/base/recycled.h"
#include "engine/model/branches.h"
#include "engine/model/memory_order.h"
#include "engine/model/operation.h"

namespace sleave::graph {

// Of a choice, `written`: what decides it in the run. Most are no operations of their own.
enum class ChoicePlace : std::uint8_t {
  operation,       // one of its own
  after_previous,  // of the thread: between that operation and the next one
  with_next,
  with_previous,
  signal,  // likewise between two operations: whether the thread takes a signal before the next one
};

// What a loop that only looks waits for: the thread stays there as long as it does not hold.
struct AwaitedCondition {
  bool known = false;
  sleave_await_condition condition = SLEAVE_AWAIT_equal;
  std::uint8_t bytes = 8;
  std::uint64_t mask = 0;
  std::uint64_t operand = 0;

  [[nodiscard]] bool holds(std::uint64_t value) const;
};

struct Step {
  enum class Kind : std::uint8_t {
    read,
    write,
    update,
    choice,
    create,
    join,
    wake,   // a sleeper on a condition, after the thread that took it from the list
    leave,  // a barrier, after the thread that brought the number of arrivals to `written`
    local,
    fence,
    branch,  // on the program's inputs
  };

  Kind kind = Kind::local;
  std::uint32_t thread = 0;
  std::uint64_t index = 0;     // events that its thread had executed in the run
  std::uint32_t other = 0;     // thread that is created or joined
  std::uint64_t location = 0;  // its name
  std::uint64_t found = 0;     // what the location held before: `bytes` of it above the first `shift`
  std::uint8_t shift = 0;
  std::uint8_t bytes = 8;
  bool checked = false;            // `found` was seen, and is not just what a new object of this kind holds
  MemoryOrders orders{};           // accesses and fences
  bool is_object = false;          // a synchronization object or the kernel is accessed, not an atomic
  std::uint64_t written = 0;       // write; of a branch on a word, which one it had; of a choice, its ChoicePlace
  Operation operation{};           // update
  std::optional<bool> stores{};    // update: whether it did, if that was seen
  std::uint16_t outcome = 0;       // update, choice, branch: which of its alternatives it took
  std::uint16_t alternatives = 1;  // choice
  AwaitedCondition awaited{};      // read
  Conditions conditions{};         // branch
  std::uint32_t branch = 0;        // its number, for Branches

  // Whether it is an operation of the run, which a plan orders.
  [[nodiscard]] bool is_operation() const {
    return kind != Kind::branch &&
           (kind != Kind::choice || written == static_cast<std::uint64_t>(ChoicePlace::operation));
  }
};

using Steps = RecycledVector<Step>;

// Whether it stores to its location; an update whose effect was not seen may have.
inline bool writes(const Step& step) {
  if (step.kind == Step::Kind::write) return true;
  if (step.kind != Step::Kind::update) return false;
  if (step.stores) return *step.stores;
  if (!step.checked) return true;
  return apply(step.operation, step.found << 8 * step.shift, step.outcome).kind == Action::stores;
}

}  // namespace sleave::graph
