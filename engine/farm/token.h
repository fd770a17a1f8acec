// Tokens name leases and jobs: only who made one knows it.
#pragma once

#include <string>

namespace sleave::farm {

// A random UUID (version 4).
std::string random_token();

}  // namespace sleave::farm
