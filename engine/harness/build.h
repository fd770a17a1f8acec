// Compiles a source file for its debug information, and harnesses of it.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/harness/types.h"

namespace sleave::harness {

struct Subject {
  std::string file{};
  bool is_c = false;
  std::vector<std::string> options{};  // of the compiler; also other files and libraries to link
  std::string clang{};                 // the program that compiles its language
  std::string compiler{};              // the same of Sleave
};

// By its ending; C++ if it has an unknown one.
bool is_c_source(const std::string& file);

Result<Source> read_subject(const Subject& subject);

Status build_harness(const Subject& subject, const std::string& harness, const std::string& program);

}  // namespace sleave::harness
