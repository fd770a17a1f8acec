// What a client passes for the parameters of a method.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/synth/class_description.h"

namespace sleave::synth {

// A call in C++: which values it is made with, and what becomes of them.
struct Arguments {
  std::vector<std::string> parameters;  // of the operation's function: "int item"
  std::vector<std::string> domains;     // what each can be: "fresh()"
  std::string setup;                    // before the call: "int out{}; "
  std::vector<std::string> values;      // passed: "out"
  std::vector<std::string> results;     // joined to what the call returns: "out"
};

// How parameters of the class's methods are understood.
class ArgumentRules {
 public:
  explicit ArgumentRules(const ClassDescription& description);

  // Nothing: a parameter is not understood. Parameters with a default may be left out.
  [[nodiscard]] std::optional<Arguments> of(const Method& method) const;
  [[nodiscard]] std::optional<Arguments> of_constructor(const Method& method) const;

  // What the class holds; empty: not known.
  [[nodiscard]] const std::string& element() const { return element_; }
  // Without aliases of the class.
  [[nodiscard]] std::string resolved(const std::string& type) const;

 private:
  [[nodiscard]] std::optional<Arguments> in(const Method& method, bool constructs) const;
  [[nodiscard]] bool looks_up(const Method& method) const;

  const ClassDescription& description_;
  std::string element_;
  bool has_keys_ = false;  // elements are looked up, so that calls must name the same ones
};

}  // namespace sleave::synth
