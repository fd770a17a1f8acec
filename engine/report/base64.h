// Bytes as text (RFC 4648, with padding).
#pragma once

#include <string>
#include <string_view>

namespace sleave {

std::string base64(std::string_view bytes);

}  // namespace sleave
