// The variables on the stacks of a run's threads. A place on a stack is reused again and again, so a location alone
// names no variable: the frames show which function had it at the time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/find/symbols/symbolizer.h"
#include "engine/trace/trace.h"

namespace sleave {

struct StackVariable {
  LocalVariable local;
  sleave_location begin = 0;
  std::uint32_t thread = 0;  // whose stack it is
};

class StackVariables {
 public:
  // Both must outlive this object.
  StackVariables(const Trace& trace, Symbolizer& symbolizer) : trace_(trace), symbolizer_(symbolizer) {}

  // The variable that was at `location` when event `at` happened. Where the owner's frames at that time show none, the
  // one that was there when the owner was last seen: it may have returned from the function while others still use it.
  std::optional<StackVariable> find(sleave_location location, std::uint64_t at);

 private:
  using Key = std::pair<std::uint32_t, sleave_location>;  // stack, location

  [[nodiscard]] std::optional<std::uint32_t> owner(sleave_location location) const;
  const std::vector<std::uint64_t>& events_of(std::uint32_t thread);
  std::optional<StackVariable> find_in(std::uint32_t thread, std::uint32_t stack, sleave_location location);

  const Trace& trace_;
  Symbolizer& symbolizer_;
  std::vector<std::vector<std::uint64_t>> events_;  // by thread: those with a stack
  std::map<Key, std::optional<StackVariable>> known_;
};

}  // namespace sleave
