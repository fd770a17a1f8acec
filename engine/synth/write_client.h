// Writes the client file of a class.
#pragma once

#include <string>

#include "engine/synth/operations.h"

namespace sleave::synth {

struct ClientFile {
  std::string header;  // as it is included
  std::string type;
  std::string name;  // of the client
  std::string make;  // the line that makes an object, or empty
  Operations operations;
};

// Each operation is on a line of its own.
std::string client_text(const ClientFile& file);

// A name made of the letters and digits of the class's.
std::string client_name(const std::string& class_name);

}  // namespace sleave::synth
