// ClassCount: the number of equivalence classes seen, and the probability that the next run is of a new one, in bounded
// memory.
//
// Exact while the classes fit. Beyond that, adaptive sampling (Wegman; analyzed by Flajolet, Computing 43, 1990): only
// classes whose hash begins with `level` zero bits are kept, each standing for 2^level. With 2^20 of them kept the
// standard error of the count is 1.2 / sqrt(2^20), about 0.12 %. The classes that are kept are a fair sample, so the
// share that was seen exactly once gives the Good-Turing estimate of meeting a new one.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/result.h"
#include "engine/campaign/classes/class_marks.h"

namespace sleave {

class ClassCount {
 public:
  explicit ClassCount(std::size_t most = 1u << 20) : seen_(most) {}

  void add(std::uint64_t class_hash);

  [[nodiscard]] std::uint64_t distinct() const { return std::uint64_t{seen_.classes.size()} << seen_.level; }
  [[nodiscard]] bool exact() const { return seen_.level == 0; }
  // Good-Turing: classes seen once / runs.
  [[nodiscard]] double chance_of_new() const;

  // As JSON, of a smaller sample, so that saving some times a second costs nothing.
  [[nodiscard]] std::string save() const;
  Status load(const std::string& state);

 private:
  struct Sample {
    explicit Sample(std::size_t most_kept) : most(most_kept) {}
    void add(std::uint64_t mixed);
    void thin();
    [[nodiscard]] bool keeps(std::uint64_t mixed) const { return level == 0 || mixed >> (64 - level) == 0; }

    std::size_t most;
    unsigned level = 0;
    std::uint64_t once = 0;  // of the kept ones
    ClassMarks classes;      // by mixed hash
  };
  static constexpr std::size_t kSaved = 4096;

  std::uint64_t runs_ = 0;
  Sample seen_;
  Sample saved_{kSaved};
};

}  // namespace sleave
