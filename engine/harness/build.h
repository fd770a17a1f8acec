// Compiles a source file for its debug information, and harnesses of it.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/harness/types.h"
#include "engine/harness/write_harness.h"

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

// Writes a harness and builds it, without what does not compile of the states of its structures. An empty program: it
// is only written.
Status write_and_build(const Subject& subject, const Source& source, HarnessFile file, const std::string& harness,
                       const std::string& program);

// Many in one program: the source is compiled once. Of each, why it is not in there; empty: it is.
Result<std::vector<std::string>> build_harnesses(const Subject& subject, const Source& source,
                                                 std::vector<NamedHarness> harnesses, const std::string& file,
                                                 const std::string& program);

}  // namespace sleave::harness
