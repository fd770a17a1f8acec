#include "engine/strategy/concolic/expected_path.h"

namespace sleave {

void ExpectedPath::expect(const expr::PathConstraint& path_constraint, bool holds) {
  if (path_constraint.turn() == expr::Turn::FLIP) places_[place_of(path_constraint)].taken[holds ? 1 : 0] = true;
}

ExpectedPath::ExpectedPath(const expr::Path& path, std::size_t flipped) {
  for (std::size_t i = 0; i < flipped; ++i) expect(path.path_constraints[i], path.path_constraints[i].value != 0);
  expect(path.path_constraints[flipped], path.path_constraints[flipped].value == 0);
}

// Words that were used as they were have other values now, so that only branches are compared.
std::optional<std::size_t> ExpectedPath::first_other_outcome(const expr::Path& path) const {
  for (std::size_t i = 0; i < path.path_constraints.size(); ++i) {
    const expr::PathConstraint& taken = path.path_constraints[i];
    if (taken.turn() != expr::Turn::FLIP) continue;
    const auto place = places_.find(place_of(taken));
    if (place != places_.end() && !place->second.taken[taken.value != 0 ? 1 : 0]) return i;
  }
  return std::nullopt;
}

}  // namespace sleave
