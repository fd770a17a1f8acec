// Files installed next to this command.
#pragma once

#include <filesystem>
#include <string>

namespace sleave {

// A file or folder in ../lib/sleave, or in ../lib/<architecture>/sleave of an installation; empty if it is not there.
std::filesystem::path library_file(const std::string& name);

}  // namespace sleave
