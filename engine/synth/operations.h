// Which methods of a class become operations of its client, and which are left out, and why.
#pragma once

#include <string>
#include <vector>

#include "engine/synth/arguments.h"
#include "engine/synth/class_description.h"

namespace sleave::synth {

struct OperationLine {
  std::string name;
  std::string code;         // the line of the client file
  bool is_dropped = false;  // it does not compile
};

struct LeftOut {
  std::string method;
  std::string reason;
};

struct Operations {
  std::vector<OperationLine> lines;  // of operations, and of what is called in the end
  std::vector<LeftOut> left_out;
};

// `header` is the text of the class's file, whose comments may say that a method is not to be called by several
// threads.
Operations operations_of(const ClassDescription& description, const ArgumentRules& rules, const std::string& header);

// The line that makes an object; empty: the default constructor does.
std::string make_line(const ClassDescription& description, const ArgumentRules& rules);

}  // namespace sleave::synth
