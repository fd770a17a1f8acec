// A data structure that is an input, drawn: nodes with their values, and arrows along its links.
#pragma once

#include <string>
#include <vector>

#include "engine/find/finding.h"

namespace sleave {

// Whether the input is a link of a data structure, or a value of one of its nodes.
bool is_in_shape(const std::vector<FindingInput>& inputs, const FindingInput& input);

// SVG of all data structures among the inputs; empty if there are none. Links that are null are a line of their node;
// links to a node that is linked elsewhere first are dashed.
std::string svg_shapes(const std::vector<FindingInput>& inputs);

}  // namespace sleave
