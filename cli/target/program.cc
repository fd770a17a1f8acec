#include "cli/target/program.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace sleave {
namespace {

namespace fs = std::filesystem;

bool is_executable(const fs::path& path) {
  std::error_code problem;
  return fs::is_regular_file(path, problem) && ::access(path.c_str(), X_OK) == 0;
}

std::string in_path(const std::string& name) {
  const char* variable = std::getenv("PATH");
  std::istringstream folders(variable == nullptr ? "" : variable);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path path = fs::path(folder.empty() ? "." : folder) / name;
    if (is_executable(path)) return path.string();
  }
  return "";
}

}  // namespace

Result<std::string> find_program(const std::string& name) {
  std::string path = name;
  if (name.find('/') == std::string::npos) path = in_path(name);
  if (path.empty()) path = "./" + name;
  std::error_code problem;
  if (!fs::exists(path, problem)) return Error{Tier::usage, "no such program: " + name};
  if (!is_executable(path)) return Error{Tier::usage, name + " is not an executable file"};
  return fs::absolute(path).lexically_normal().string();
}

}  // namespace sleave
