// From a header and a class to a client file and its program.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/synth/operations.h"

namespace sleave::synth {

struct Subject {
  std::string header;                // its path
  std::string type;                  // of the class, as C++ writes it
  std::vector<std::string> only;     // operations, by name; empty: all
  std::string clang;                 // that reads the header
  std::string compiler;              // sleave-c++
  std::vector<std::string> options;  // of both
  std::string client;                // the file to write
  std::string program;               // to be built from it
};

struct Synthesized {
  std::size_t methods = 0;  // public ones that could be operations
  std::vector<std::string> operations;
  std::vector<LeftOut> left_out;
};

// Temporary files go into `folder`. After an error there is no client file.
Result<Synthesized> synthesize(const Subject& subject, const std::string& folder);

}  // namespace sleave::synth
