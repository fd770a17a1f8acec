// SHA-256 (FIPS 180-4), for formats that name files by it.
#pragma once

#include <string>
#include <string_view>

namespace sleave {

// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace sleave
