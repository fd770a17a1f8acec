// ClassCount: how many classes of runs were seen, and how likely the next run is to be of a new one, in bounded memory.
//
// Exact while the classes fit. Beyond that, adaptive sampling (Wegman; analysed by Flajolet, Computing 43, 1990): only
// classes whose hash begins with `level` zero bits are kept, each standing for 2^level. With 2^20 of them kept the
// standard error of the count is 1.2 / sqrt(2^20), about 0.12 %. The classes that are kept are a fair sample, so the
// share that was seen exactly once gives the Good-Turing estimate of meeting a new one.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "engine/base/result.h"

namespace sleave {

class ClassCount {
 public:
  explicit ClassCount(std::size_t most = 1u << 20) : most_(most) {}

  void add(std::uint64_t class_hash);

  [[nodiscard]] std::uint64_t distinct() const { return std::uint64_t{seen_.size()} << level_; }
  [[nodiscard]] bool exact() const { return level_ == 0; }
  // Good-Turing: classes seen once / runs.
  [[nodiscard]] double chance_of_new() const;

  // As JSON, thinned so that saving once a second costs nothing.
  [[nodiscard]] std::string save() const;
  Status load(const std::string& state);

 private:
  [[nodiscard]] static bool kept(std::uint64_t mixed, unsigned level) {
    return level == 0 || mixed >> (64 - level) == 0;
  }
  void thin(std::size_t most);

  std::size_t most_;
  unsigned level_ = 0;
  std::uint64_t runs_ = 0;
  std::uint64_t once_ = 0;                        // of the kept ones
  std::unordered_map<std::uint64_t, bool> seen_;  // mixed hash -> seen more than once
};

}  // namespace sleave
