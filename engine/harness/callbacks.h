// Callbacks of a harness: functions of the right type, for parameters and members that are pointers to functions.
#pragma once

#include <map>
#include <string>

#include "engine/harness/types.h"

namespace sleave::harness {

// Each type once. A callback returns what main made an input before the call; one that returns a void* and takes a size
// allocates. What its arguments point to it fills in its first two calls, and never in a harness of two threads: a
// write of a callback that nobody has is no race of the library.
class Callbacks {
 public:
  explicit Callbacks(const Types& types) : types_(types) {}

  // An expression that makes the callback's results inputs and is a pointer to it; empty: a part of its type has no
  // name. `type` is a pointer to a function.
  std::string expression(TypeId type);

  [[nodiscard]] static bool is_possible(const Types& types, TypeId type);
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void write(const Type& function, const std::string& declaration, const std::string& name, int number);

  const Types& types_;
  std::map<std::string, std::string> known_;  // by declaration
  std::string text_;
};

}  // namespace sleave::harness
