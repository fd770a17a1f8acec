#include "engine/run/target_words.h"

#include <algorithm>
#include <iterator>

namespace sleave {
namespace {

constexpr const char* kNames[] = {
#define SLEAVE_FILES(name, meaning) #name,
#include "abi/files.def"
#undef SLEAVE_FILES
};

}  // namespace

Result<std::string> parse_files(const std::string& name) {
  if (std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames)) return name;
  return Error{Tier::usage, "unknown kind of files '" + name + "'\nuse overlay or real"};
}

Result<sleave_thread_mode> parse_threads(const std::string& name) {
  if (name == "fiber") return SLEAVE_THREADS_FIBER;
  if (name == "native") return SLEAVE_THREADS_NATIVE;
  return Error{Tier::usage, "unknown kind of threads '" + name + "'\nuse fiber or native"};
}

}  // namespace sleave
