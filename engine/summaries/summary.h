// Summary: what one operation did on one path, when it ran alone on its structure.
//
// Sun (UC Riverside, 2023, chapter 5) keeps summaries of functions as decision trees over symbolic heaps. Here a heap
// is input bytes (docs/internals/shapes.md), so a path is a set of conditions over them, in which addresses have the
// values that the run used: under these conditions the operation makes exactly these steps. Two operations on one
// structure have one heap if their conditions over the bytes that both share hold together; nothing is merged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/expr/pool.h"
#include "engine/expr/variables.h"
#include "engine/trace/plan.h"

namespace sleave::summaries {

enum class StepKind : std::uint8_t {
  read,
  write,    // releasing a block is one to all its bytes
  update,   // an atomic that reads and writes
  acquire,  // of a lock
  release,
  other,  // any other point: other threads may run before it
};

struct Step {
  StepKind kind = StepKind::other;
  bool atomic = false;
  bool shared = false;  // a lock that others may share
  bool point = false;   // other threads may run before it, whatever the plan says
  bool plain = false;   // a plain access: they may if the plan makes its site a point
  std::uint8_t order = 0;
  sleave_site site = 0;
  std::uint64_t address = 0;  // 0: memory of the thread itself
  std::uint64_t bytes = 0;
  expr::Expr word{};  // the address over the input; a constant if it is always the same

  [[nodiscard]] bool is_access() const {
    return kind == StepKind::read || kind == StepKind::write || kind == StepKind::update;
  }
  [[nodiscard]] bool reads() const { return kind == StepKind::read || kind == StepKind::update; }
  [[nodiscard]] bool writes() const { return kind == StepKind::write || kind == StepKind::update; }
};

// Whether two accesses touch a common byte, and one of them writes.
inline bool conflict(const Step& a, const Step& b) {
  return (a.writes() || b.writes()) && a.is_access() && b.is_access() && a.address < b.address + b.bytes &&
         b.address < a.address + a.bytes;
}

// A data race if nothing orders them: two atomics are none.
inline bool can_race(const Step& a, const Step& b) { return conflict(a, b) && !(a.atomic && b.atomic); }

struct AskedInput {
  std::uint64_t name = 0;
  std::uint32_t bytes = 0;
  bool of_thread = false;  // asked for by the operation's thread; else it belongs to the structure
  std::uint32_t ordinal = 0;
  bool operator==(const AskedInput&) const = default;
};

struct Summary {
  std::vector<expr::Expr> condition;  // all hold on this path
  expr::Values values;                // an input that takes it
  std::vector<AskedInput> inputs;
  std::vector<Step> steps;        // of the operation, in its order
  std::uint64_t prepared = 0;     // points of its thread before the operation may begin
  std::uint64_t main_points = 0;  // of the main thread, up to the creation of that thread
  // Plain accesses of the thread by site until then: points if a plan makes their sites points.
  std::map<sleave_site, std::uint64_t> prepared_accesses;
  std::uint32_t thread_ordinal = 0;  // of that creation, among the main thread's
  std::string result;                // how the run ended: "exited", "failed: crash"
};

// All paths of one operation that were found. Expressions are of the pool of the Solving they were made with.
struct OperationSummaries {
  std::string operation;
  std::string build_id;
  std::vector<Summary> paths;
  bool complete = false;                             // every path is here
  std::string why_not;                               // complete: "31 paths fail", "no more time"
  std::uint64_t runs = 0;                            // that were made
  std::uint64_t queries = 0;                         // of the search for paths
  std::uint64_t failing = 0;                         // paths on which the operation fails alone; they are not kept
  std::uint64_t too_long = 0;                        // paths with more steps than are kept
  std::map<sleave_site, std::uint64_t> constraints;  // path constraints of its runs, by place in the code
};

}  // namespace sleave::summaries
