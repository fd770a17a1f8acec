// The process of a farm's node that searches (engine/farm/explorer/wire.h): `sleave farm explore`, which only nodes
// start.
#pragma once

#include "engine/base/result.h"

namespace sleave {

// Asks the node, on the descriptors of engine/farm/explorer/explorer.h, and reports how it ended there.
Status explore();

}  // namespace sleave
