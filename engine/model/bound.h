// Bound: a search leaves out executions that need more than a number of preemptions, or of interferences.
#pragma once

#include <cstdint>
#include <string>

namespace sleave::graph {

struct Bound {
  enum class Kind : std::uint8_t {
    none,
    preemptions,   // switches away from a thread that could have continued, in the order with the fewest of them
    interferences  // reads of what another thread has written
  };
  Kind kind = Kind::none;
  std::uint32_t most = 0;

  // As sentences say it: "2 preemptions".
  [[nodiscard]] std::string words() const;
};

}  // namespace sleave::graph
