// Whether a changed program fails as it did before: by kind and functions, since lines move with every edit.
#pragma once

#include <string>

#include "engine/find/finding.h"

namespace sleave {

// The same signature; or the same kind in the same functions, of an assertion also with the same condition.
bool fails_alike(const Finding& recorded, const Finding& now);

// "queue.cc:12", "a.cc:3 and b.cc:9" for a data race; "an unknown place" without debug information.
std::string failing_place(const Finding& finding);

}  // namespace sleave
