// Data races that belong together: one object without a lock, or with the wrong one, shows as many pairs of places.
#pragma once

#include <string>

#include "engine/find/finding.h"

namespace sleave {

// The object that a data race is about as a whole: the variable for a race on its member or element, the place of
// allocation for one in a heap block. Races with the same answer are reported as one. Empty: no such object is known,
// or the finding is no data race.
std::string race_group(const Finding& finding);

}  // namespace sleave
