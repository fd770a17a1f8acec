// Sizes of memory as people write them: 512M, 4G, 64k; a bare number is bytes. Units are powers of 1024.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/result.h"

namespace sleave {

Result<std::uint64_t> parse_size(const std::string& text);

}  // namespace sleave
