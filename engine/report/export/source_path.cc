#include "engine/report/export/source_path.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>

namespace sleave {

std::string below_root(const std::string& file, const std::string& root) {
  const std::filesystem::path path = std::filesystem::path(file).lexically_normal();
  if (path.is_relative() || root.empty()) return path.generic_string();
  const std::filesystem::path relative = path.lexically_relative(std::filesystem::path(root).lexically_normal());
  const bool below = !relative.empty() && *relative.begin() != ".." && relative != ".";
  return (below ? relative : path).generic_string();
}

std::string path_uri(const std::string& path) {
  constexpr std::string_view kPlain = "-._~/";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || kPlain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

}  // namespace sleave
