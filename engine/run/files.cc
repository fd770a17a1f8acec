#include "engine/run/files.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "abi/files.h"

namespace sleave {
namespace {

constexpr const char* kNames[] = {
#define SLEAVE_FILES(name, meaning) #name,
#include "abi/files.def"
#undef SLEAVE_FILES
};

}  // namespace

Status choose_files(const std::string& name) {
  if (std::find(std::begin(kNames), std::end(kNames), name) == std::end(kNames)) {
    return Error{Tier::usage, "unknown kind of files '" + name + "'\nuse overlay or real"};
  }
  ::setenv(SLEAVE_FILES_VARIABLE, name.c_str(), 1);
  return ok();
}

std::string chosen_files() {
  const char* name = std::getenv(SLEAVE_FILES_VARIABLE);
  return name != nullptr ? name : kNames[SLEAVE_FILES_overlay];
}

}  // namespace sleave
