// Maps atomic updates of a trace to operations of the graph.
#pragma once

#include "abi/words.h"
#include "engine/model/operation.h"

namespace sleave {

// `update` is a row of abi/rmw_ops.def.
graph::Op operation_of(sleave_rmw_op update);

}  // namespace sleave
