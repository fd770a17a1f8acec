// Writes a harness: a test file that calls a function, or two in two threads, with any arguments.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/harness/arguments.h"
#include "engine/harness/make_records.h"
#include "engine/harness/types.h"

namespace sleave::harness {

struct HarnessFile {
  std::string include{};  // the path of the source, as #include takes it
  std::string command{};  // that wrote it, for its comment
  Call first{};
  std::optional<Call> second{};
  MakeOptions make{};
  std::vector<std::string> first_expects{};  // conditions on its parameters
  std::vector<std::string> second_expects{};
};

// A usage error: a structure that no call can be made with.
Result<std::string> harness_text(const Source& source, const HarnessFile& file);

// One program with several operations on the same structures, of which it calls any one or two.
struct OperationsFile {
  std::string include{};
  std::string command{};
  std::vector<Call> calls{};  // of different names
  MakeOptions make{};
  std::vector<std::vector<std::string>> expects{};  // conditions on the parameters of each
};
Result<std::string> operations_text(const Source& source, const OperationsFile& file);

// "insert" of "ns::List::insert"; a word for file names, "List_insert".
std::string last_name(const std::string& function);
std::string word_of(const std::string& function);

}  // namespace sleave::harness
