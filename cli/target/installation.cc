#include "cli/target/installation.h"

namespace sleave {

std::filesystem::path library_file(const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code problem;
  const fs::path prefix = fs::read_symlink("/proc/self/exe", problem).parent_path().parent_path();
  for (const char* folder : {"lib/sleave", "lib/x86_64-linux-gnu/sleave", "lib64/sleave"}) {
    if (fs::exists(prefix / folder / name, problem)) return prefix / folder / name;
  }
  return {};
}

}  // namespace sleave
