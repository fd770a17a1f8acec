// The part of a harness that is one call, or two in two threads: their inputs, and functions that make the inputs and
// the calls.
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
  std::vector<std::string> same{};     // parameters that get one pointer
  std::vector<std::string> globals{};  // variables that are inputs; "all": those that are no pointers
};

struct HarnessParts {
  std::string text;
  std::string inputs;  // names of its functions
  std::string first;
  std::string second;  // "NULL": there is none
};

// `number` is part of all names, for several in one file. A usage error: a structure that no call can be made with.
Result<HarnessParts> harness_parts(const Source& source, const HarnessFile& file, RecordMakers& makers,
                                   const std::string& number = "");

// "insert" of "ns::List::insert"; a word for file names, "List_insert".
std::string last_name(const std::string& function);
std::string word_of(const std::string& function);

}  // namespace sleave::harness
