// ExpectedPath: the branch outcomes that an unproved input is hoped to take, up to the one that it is for.
//
// A check of a header or a checksum often stands between the input and the branch that is to be flipped: its sum is
// computed by a table, so that the bytes were used with the values that they had, and no input is known that changes
// them and still passes. So the flip is solved without these uses, and run: the check then compares a stored sum with
// the right one, which that run has computed, and flipping this one comparison repairs the sum. Several checks are
// repaired one after the other, each by the run before it: the program itself computes what fits.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "engine/expr/path.h"

namespace sleave {

class ExpectedPath {
 public:
  // That of `path` before its constraint number `flipped`, and there the other outcome.
  ExpectedPath(const expr::Path& path, std::size_t flipped);

  // The first constraint of the run with an outcome that the expected path never takes at its place. Loops may go round
  // more or less often. None: the run takes the expected path, or is somewhere else.
  [[nodiscard]] std::optional<std::size_t> first_other_outcome(const expr::Path& path) const;

 private:
  struct Place {
    std::uint32_t thread;
    sleave_site site;
    std::uint64_t option;
    auto operator<=>(const Place&) const = default;
  };
  static Place place_of(const expr::PathConstraint& path_constraint) {
    return {path_constraint.thread, path_constraint.site, path_constraint.option};
  }
  void expect(const expr::PathConstraint& path_constraint, bool holds);

  struct Outcomes {
    bool taken[2] = {};  // false, true
  };
  std::map<Place, Outcomes> places_;
};

// What is to be done if the run does not take it.
struct Repair {
  std::shared_ptr<const ExpectedPath> path;
  unsigned left = 0;  // checks that may be repaired yet
};

}  // namespace sleave
