// Whether a client fails although its calls come one after the other: then it asks for something that the class does
// not offer, and its failure with several threads says nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/run/runner.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

// Why a failed run is no finding.
struct Excuse {
  enum class Kind {
    wait,    // its calls end, or wait as the class allows
    misuse,  // its client fails also when one call comes after the other
    leak,    // its client leaves memory behind also when one call comes after the other
  };
  Kind kind = Kind::wait;
  std::string why;
  std::vector<std::uint64_t> leaked{};  // sizes of blocks
};

// One search may fail in many runs of a client one after the other, so the last verdict is kept.
class SerialFailures {
 public:
  // Tries orders of the calls of a failed run: its client, each call to its end or until it waits. None: all pass, or
  // the run has no client, or a failure that is never allowed. An order in which calls wait excuses a run in which the
  // same calls wait, but no other failure.
  Result<std::optional<Excuse>> excuse(Runner& runner, const Plan& plan, const Trace& failed);

 private:
  // Everything that the verdict depends on.
  struct Question {
    Plan serial;
    std::uint32_t finding = 0;
    std::string message;       // of calls that wait
    std::uint64_t leaked = 0;  // size of a block
  };
  static bool same(const Question& a, const Question& b);

  std::optional<Question> last_;
  std::optional<Excuse> verdict_;
};

}  // namespace sleave
