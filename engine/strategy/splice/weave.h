// Weave: whether a segment of one run can happen inside another run so that a branch takes another outcome: one solver
// query for inputs and order together. After the encoding of multi-trace analysis (Razavi 2014, section 3.4.2),
// corrected as docs/internals/splice.md describes.
//
// What the run did before the segment (the prefix) stays as it was. What it did after that, up to the branch, and the
// segment may be interleaved in any order, and any read in them may take any write; threads other than the branch's own
// need not come that far. Where a thread does one thing in the run and another in the segment, it does one of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/strategy/forest/order_units.h"
#include "engine/strategy/forest/value_feasibility.h"

namespace sleave::splice {

using interference::NodeId;

struct Question {
  std::vector<NodeId> prefix;          // events in the order in which they happened
  std::vector<NodeId> main;            // what came after it, without the branch
  std::vector<NodeId> segment;         // of another run, or of this one; may have events that `main` has, too
  NodeId sink = interference::kNone;   // one way of the branch,
  expr::Expr wanted{};                 // and that another is taken
  NodeId read = interference::kNone;   // of the prefix's or main's: takes
  NodeId write = interference::kNone;  // this; kNone: whatever
};

struct Woven {
  enum class Verdict : std::uint8_t { possible, impossible, unknown };
  Verdict verdict = Verdict::unknown;
  interference::Scenario scenario;  // possible: so far the threads come, and so reads take their values
  expr::Values values;              // of inputs, where they matter
  bool guessed = false;             // a read takes what memory held at first, and no run has shown what that is
};

// What is known about the program.
struct Known {
  const interference::Forest& forest;
  const interference::Contents& contents;
  const interference::States& states;
};

constexpr std::size_t kMostWoven = 200;  // events of main and segment: their times are bytes

// `at_hand`: inputs to begin with. An answer is exact but for synchronization objects other than locks, which it does
// not know: interference::find_order() does.
Woven weave(const Known& known, const Question& question, expr::Pool& pool, solve::Solver& solver,
            const expr::Values& at_hand);

}  // namespace sleave::splice
