#include "engine/model/bound.h"

namespace sleave::graph {

std::string Bound::words() const {
  const std::string noun = kind == Kind::preemptions ? "preemption" : "interference";
  return std::to_string(most) + " " + noun + (most == 1 ? "" : "s");
}

}  // namespace sleave::graph
