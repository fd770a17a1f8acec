// The calls of a client as bars, one row per thread: which overlap, and where the order that explains them ends.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/find/finding.h"

namespace sleave {

// A call, as the message of a client lists it (include/sleave/client/history.hpp).
struct ListedCall {
  std::string thread;       // "main", "T1"
  std::uint64_t first = 0;  // steps; both 0: it has none
  std::uint64_t last = 0;
  std::string text;  // "push(1) -> true"
};

struct ListedCalls {
  std::vector<ListedCall> calls;     // by the time they began
  std::vector<std::string> longest;  // beginning of an order that gives their results
};

// No calls: the message is none of a client, or lists none.
ListedCalls listed_calls_in(const std::string& message);

// Empty if there are no calls.
std::string html_calls(const Finding& finding);

}  // namespace sleave
