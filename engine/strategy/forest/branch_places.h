// BranchPlaces: source locations of a program's branches, as text.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "engine/find/symbols/symbolizer.h"
#include "engine/trace/trace.h"

namespace sleave {

class BranchPlaces {
 public:
  void learn(const Trace& trace);
  [[nodiscard]] const std::string& of(std::uint64_t site) const { return places_.at(site); }

 private:
  std::map<std::uint64_t, std::string> places_;
  Symbolizer symbolizer_;
};

}  // namespace sleave
