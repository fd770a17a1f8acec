// Which methods of a class become operations of its client, and which are left out, and why.
#pragma once

#include <string>
#include <vector>

#include "engine/synth/arguments.h"
#include "engine/synth/class_description.h"

namespace sleave::synth {

struct OperationLine {
  std::string name;
  std::vector<std::string> codes;  // possible lines of the client file, best first; none: it does not compile

  [[nodiscard]] bool is_dropped() const { return codes.empty(); }
};

struct LeftOut {
  std::string method;
  std::string reason;
};

struct Operations {
  std::vector<OperationLine> lines;  // of operations, and of what is called in the end
  std::vector<LeftOut> left_out;
};

// `words` describe the class: its type and the text of its file, which may say that there is one consumer.
Operations operations_of(const ClassDescription& description, const ArgumentRules& rules, const std::string& words);

// Lines that make an object, best first; an empty one: the default constructor does.
std::vector<std::string> make_lines(const ClassDescription& description, const ArgumentRules& rules);

}  // namespace sleave::synth
