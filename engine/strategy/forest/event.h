// An event of a thread, independent of the schedule: values are expressions over the inputs and over what the thread
// itself has read, and every read has a name of its own (its symbol), whatever it returned.
//
// An atomic update is a read and a write that is glued to it; only branches may lie between them, such as the
// comparison of a compare-exchange.
#pragma once

#include <cstdint>

#include "engine/expr/pool.h"
#include "engine/model/step.h"

namespace sleave::interference {

enum class Kind : std::uint8_t {
  start,   // of the thread
  read,    // of memory; `symbol`
  write,   // of memory; `value`
  branch,  // `held` is true here
  create,  // of the thread `other`
  join,    // with the end of the thread `other`
  sync,    // an operation on a synchronization object: `operation`
  end,     // of the thread
  other    // concerns no other thread
};

struct Event {
  Kind kind = Kind::other;
  std::uint32_t thread = 0;
  std::uint32_t other = 0;
  std::uint64_t location = 0;
  std::uint64_t site = 0;  // read, write, branch: where in the code
  expr::Expr symbol{};
  expr::Expr value{};
  bool glued = false;  // write: at once with the read before it
  bool plain = false;  // read, write: not atomic
  bool point = true;   // an event of the run that a plan can order
  // Branches.
  expr::Expr word{};      // what was looked at,
  expr::Expr held{};      // that it had the value it had
  bool turns = false;     // the search looks for other outcomes
  bool two_ways = false;  // there is one other outcome
  bool counts = false;    // its two outcomes are counted
  bool side = false;
  graph::Step operation{};  // sync
};

// Whether two runs of one thread that have done the same so far did the same here, too.
bool same(const Event& a, const Event& b);

// What threads wait for: a synchronization object, or the end of a thread. Of an event that others may wait for.
constexpr std::uint64_t end_of(std::uint32_t thread) { return ~std::uint64_t{thread}; }
std::uint64_t object_of(const Event& event);

// The effect of an operation on a synchronization object's state. False: it waits, or behaves differently than here.
bool perform(const Event& event, std::uint64_t& state);

}  // namespace sleave::interference
