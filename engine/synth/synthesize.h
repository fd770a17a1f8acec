// From a header and a class to a client file and its program.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/synth/operations.h"

namespace sleave::synth {

struct Subject {
  std::string header;             // its path
  std::string type;               // of the class, as C++ writes it, or of a C library's handle
  bool is_handle = false;         // synth/handle.h
  std::vector<std::string> only;  // operations, by name; empty: all
  std::vector<std::string> except;
  std::vector<std::vector<std::string>> single;  // each list of operations is called by one thread
  std::vector<std::string> per_thread;           // function to enter a thread, function to leave it
  std::string clang;                             // that reads the header
  std::string compiler;                          // sleave-c++
  std::vector<std::string> options;              // of both
  std::string client;                            // the file to write
  std::string program;                           // to be built from it
};

struct Synthesized {
  std::vector<std::string> operations;
  std::vector<LeftOut> left_out;
};

// After an error there is no client file.
Result<Synthesized> synthesize(const Subject& subject);

}  // namespace sleave::synth
