// Writes the client file of a class.
#pragma once

#include <string>
#include <vector>

#include "engine/synth/operations.h"

namespace sleave::synth {

struct ClientFile {
  std::string header;  // as it is included
  std::string type;
  std::string name;                // of the client
  std::vector<std::string> makes;  // possible lines that make an object, best first; none or empty: no line
  Operations operations;
  std::string element;      // what the class holds, or empty
  std::string definitions;  // before the client
  std::vector<std::string> per_thread;
  std::string first_error;  // of the compiler
};

// Each operation is on a line of its own; with `all_codes`, each possible line is there.
std::string client_text(const ClientFile& file, bool all_codes = false);

// A name made of the letters and digits of the class's.
std::string client_name(const std::string& class_name);

}  // namespace sleave::synth
