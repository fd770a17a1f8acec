// ConcretizationPlaces: where in the program input-dependent values were concretized. Not thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "abi/words.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/trace/trace.h"

namespace sleave {

class ConcretizationPlaces {
 public:
  using Places = std::map<sleave_concretization_kind, std::set<std::string>>;  // "in parse (config.cc:12)"

  // Adds those of a run that are new, up to a few of each kind.
  void add(const Trace& trace, Places& places);

 private:
  Symbolizer symbolizer_;
  std::set<std::pair<std::uint32_t, sleave_site>> known_;
};

}  // namespace sleave
